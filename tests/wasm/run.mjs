// Runs a Python program in Pyodide: node run.mjs PYODIDE SOURCES MODULES PROGRAM. It sees our BILLES_… variables.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, sources, modules, program] = process.argv.slice(2);
const given = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith("BILLES_")));
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")));
const python = await loadPyodide({
  indexURL: pyodide + "/",
  env: { HOME: "/home", BILLES_DATA: "/home/billes", ...given, BILLES_WASM: "/modules", PYTHONDONTWRITEBYTECODE: "1" },
});
for (const [there, folder] of Object.entries({ "/sources": sources, "/modules": modules })) {
  python.FS.mkdirTree(there);
  python.mountNodeFS(there, folder);
}
python.runPython("import sys; sys.path.insert(0, '/sources')");
try {
  python.runPython(fs.readFileSync(program, "utf8"), { filename: program });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
