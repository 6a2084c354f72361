"""Making the WebAssembly modules of all games: `python -m billes.wasm.build FOLDER` (needs `billes[site]`).

numba compiles every entry of a game as if for a plain processor, without optimising. Its LLVM code is then optimised
for WebAssembly, all entries of a game together, and linked into one shared library. Two builds give the same bytes.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from ..core.webassembly import MANIFEST, VERSION

TRIPLE = "wasm32-unknown-emscripten"
LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext"
"""What every browser of the last years can do."""
SETTINGS = {
    "BILLES_COMPILE_FOR": "browser",
    "BILLES_INTERPRETED": "0",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_OPT": "0",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
    "PYTHONHASHSEED": "0",
}
"""What makes numba compile the same on every machine."""
LINK = (
    "--shared",
    "--experimental-pic",
    "--Bsymbolic",
    "--no-entry",
    "--gc-sections",
    "--strip-all",
    "--import-memory",
)
UNDEFINED = {"emscripten_get_now", "exp", "log", "sqrt"}
"""What a module asks of the Python that it is loaded into."""

# Arrays belong to Python: counting who uses them, as numba does, has no meaning here.
_COUNTING = re.compile(r"^define [^\n]*@NRT_(incref|decref)\(.*?^}\n", re.MULTILINE | re.DOTALL)
_NOT_COUNTING = "".join(
    f"define internal void @NRT_{name}(ptr %0) alwaysinline {{ ret void }}\n" for name in ("incref", "decref")
)


# ------------------------------------------------------------------------------------------------------ all games
def build(folder: Path, games: Sequence[str] | None = None, workers: int = 2) -> dict[str, Any]:
    """Write the modules of these games, or of all, and the manifest; what that says."""
    from ..games.registry import GAMES, origin

    wanted = games or [game for game in GAMES if not origin(game)]
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as cache, ThreadPoolExecutor(workers) as pool:
        parts = list(pool.map(lambda game: _build_apart(game, folder, cache), wanted))
    manifest = {"version": VERSION, "entries": [entry for part in parts for entry in part]}
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    return manifest


def _build_apart(game: str, folder: Path, cache: str) -> list[dict[str, Any]]:
    """Build one game in a process of its own, with the settings that numba reads when it is imported."""
    command = [sys.executable, "-m", __spec__.name if __name__ == "__main__" else __name__, str(folder), "--one", game]
    environment = {**os.environ, **SETTINGS, "XDG_CACHE_HOME": str(Path(cache) / game)}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, text=True)
    entries: list[dict[str, Any]] = json.loads(done.stdout)
    return entries


# ------------------------------------------------------------------------------------------------------- one game
def build_one(game: str, folder: Path) -> list[dict[str, Any]]:
    """Write the module of a game; its entries, as the manifest has them."""
    import warnings
    from ctypes import CFUNCTYPE, c_double, c_void_p, cast
    from importlib import import_module

    llvm: Any = import_module("llvmlite.binding")
    warnings.simplefilter("ignore")  # numba will not keep such code; nor is it to be kept
    clock = CFUNCTYPE(c_double)(lambda: 0.0)
    llvm.add_symbol("emscripten_get_now", cast(clock, c_void_p).value)

    from .entries import compiled

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, reloc="pic", features=FEATURES)
    whole = llvm.parse_assembly(f'target datalayout = "{LAYOUT}"\ntarget triple = "{TRIPLE}"\n')
    entries = []
    for name, function in compiled(game):
        for number, signature in enumerate(function.signatures):
            symbol = name.rpartition(".")[2].strip("_") + (f"_{number}" if number else "")
            found = function.overloads[signature]
            text = found.library.get_llvm_str()
            whole.link_in(_alone(llvm, text, found.fndesc.llvm_func_name, symbol))
            about = described(signature, found.signature.return_type)
            entries.append({"function": name, "file": f"{game}.wasm", "symbol": symbol, **about})
    whole.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = False
    passes = llvm.create_pass_builder(machine, options)
    passes.getModulePassManager().run(whole, passes)
    missing = {f.name for f in whole.functions if f.is_declaration and not f.name.startswith("llvm.")} - UNDEFINED
    if missing:
        raise RuntimeError(f"{game} needs {', '.join(sorted(missing))}, which Pyodide does not have")
    _link(machine.emit_object(whole), [entry["symbol"] for entry in entries], folder / f"{game}.wasm")
    return entries


def _alone(llvm: Any, text: str, function: str, symbol: str) -> Any:
    """The LLVM code of one entry for WebAssembly, with nothing to be seen from outside but the entry."""
    text = re.sub(r"target datalayout = .*", f'target datalayout = "{LAYOUT}"', text)
    text = re.sub(r"target triple = .*", f'target triple = "{TRIPLE}"', text)
    text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)
    text = re.sub(r"= common (local_unnamed_addr )?global", r"= internal \1global", text)
    text = _COUNTING.sub("", text)
    text = re.sub(r"^declare [^\n]*@NRT_(incref|decref)\(.*\n", "", text, flags=re.MULTILINE) + _NOT_COUNTING
    module = llvm.parse_assembly(text)
    for thing in (*module.global_variables, *module.functions):
        if not thing.is_declaration:
            thing.linkage = "internal"
    entry = module.get_function(function)
    entry.linkage, entry.name = "external", symbol
    return module


def described(signature: Any, result: Any) -> dict[str, Any]:
    """How a function is called, for the manifest: see `core.webassembly`."""
    modules = [kind.pymod.__name__ for kind in signature if hasattr(kind, "pymod")]
    return {"modules": modules, "takes": [_kind(kind) for kind in signature], "gives": _kind(result)}


def _kind(kind: Any) -> str:
    letters = {"int64": "q", "int32": "i", "uint32": "I", "int16": "h", "uint16": "H", "uint8": "B", "int8": "b"}
    if hasattr(kind, "pymod"):
        return "module"
    if hasattr(kind, "layout"):
        if kind.ndim != 1 or kind.layout != "C":
            raise TypeError(f"{kind} cannot be handed over")
        return f"array {letters[str(kind.dtype)]}"
    if hasattr(kind, "count") and str(kind.dtype) == "int64":
        return f"words {kind.count}"
    names = {"int64": "int", "bool": "bool", "boolean": "bool", "none": "none", "float64": "float"}
    return names[str(kind)]


def _link(code: bytes, symbols: list[str], file: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        part = Path(folder, "code.o")
        part.write_bytes(code)
        exports = [f"--export={symbol}" for symbol in symbols]
        linker = [sys.executable, "-m", "ziglang", "wasm-ld"]
        undefined = ["--unresolved-symbols=import-dynamic"]
        subprocess.run([*linker, *LINK, *undefined, *exports, "-o", str(file), str(part)], check=True)


def main(words: Sequence[str] | None = None) -> None:
    """Build from the command line."""
    parser = argparse.ArgumentParser(prog="python -m billes.wasm.build", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", help="all built-in games where none is named")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    given = parser.parse_args(words)
    if given.one:
        print(json.dumps(build_one(given.one, given.folder)))
        return
    build(given.folder, given.games)
    for file in sorted(given.folder.iterdir()):
        print(f"{file}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
