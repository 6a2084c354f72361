"""Runs a Python program in Pyodide in Chromium, as the page does it: in a module worker, with our WebAssembly.

The twin of `tests.wasm.modules.in_pyodide`, which does the same in Node.
"""

from __future__ import annotations

import io
import json
import os
import threading
import zipfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.browser.chromium import FLAGS, FLAT, chromium
from tests.wasm.modules import PYODIDE, SOURCES

PATIENCE = 1_800_000
WORKER = """
import { loadPyodide } from "./pyodide/pyodide.mjs";
self.onmessage = async ({ data }) => {
  try {
    const printed = [];
    const python = await loadPyodide({
      indexURL: new URL("pyodide/", location.href).href,
      env: { HOME: "/home", BILLES_DATA: "/home/billes", ...data.settings, BILLES_WASM: "/modules" },
      stdout: (line) => printed.push(line),
    });
    for (const name of ["sources", "modules"]) {
      const answer = await fetch(`${name}.zip`);
      python.FS.mkdirTree(`/${name}`);
      python.unpackArchive(await answer.arrayBuffer(), "zip", { extractDir: `/${name}` });
    }
    python.runPython("import sys; sys.path.insert(0, '/sources')");
    python.runPython(data.program, { filename: data.name });
    self.postMessage({ printed: printed.join("\\n") });
  } catch (error) {
    self.postMessage({ failed: String(error.stack ?? error) });
  }
};
"""
ASK = """
(asked) => new Promise((resolve) => {
  const worker = new Worker("worker.mjs", { type: "module" });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = (event) => resolve({ failed: event.message });
  worker.postMessage(asked);
})
"""


def packed(folder: Path, pattern: str) -> bytes:
    """The files of a folder in one archive."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as written:
        for file in sorted(folder.rglob(pattern)):
            if file.is_file() and "static" not in file.parts and "__pycache__" not in file.parts:
                written.write(file, str(file.relative_to(folder)))
    return archive.getvalue()


class Handler(SimpleHTTPRequestHandler):
    """Hands out Pyodide from its npm package, and the rest from memory."""

    def __init__(self, made: dict[str, bytes], *args: Any) -> None:
        self.made = made
        super().__init__(*args, directory=str(PYODIDE.parent))

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        """The type of a file; not every system knows these two."""
        own = {".mjs": "text/javascript", ".wasm": "application/wasm"}
        return own.get(Path(path).suffix) or super().guess_type(path)

    def do_GET(self) -> None:
        """Answer one request."""
        body = self.made.get(self.path)
        if body is None:
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("content-type", "text/html" if self.path == "/" else self.guess_type(self.path))
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # as it is named there
        """Say nothing."""


def in_chromium(program: Path, modules: Path) -> str:
    """What a program prints. The settings of Billes are handed on."""
    made = {
        "/": b"<!doctype html><title>Pyodide</title>",
        "/worker.mjs": WORKER.encode(),
        "/sources.zip": packed(SOURCES, "*"),
        "/modules.zip": packed(modules, "*"),
    }
    settings = {name: value for name, value in os.environ.items() if name.startswith("BILLES_")}
    asked = {"program": program.read_text(), "name": program.name, "settings": settings}
    found = chromium()
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, made)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=found.program, env=found.environment, args=[*FLAGS, *FLAT]
            )
            page = browser.new_page()
            page.set_default_timeout(PATIENCE)
            page.goto(f"http://127.0.0.1:{server.server_port}/")
            answer: dict[str, str] = page.evaluate(ASK, asked)
            browser.close()
        server.shutdown()
    if "failed" in answer:
        raise RuntimeError(f"{program.name} failed in Pyodide in Chromium: {json.dumps(answer['failed'])[-3000:]}")
    return answer["printed"]
