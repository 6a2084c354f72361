/** Starts Python in a worker, with the program in it. */

/** As much of Pyodide as is used here. */
export interface Python {
  FS: {
    mkdirTree(path: string): void;
    mount(type: unknown, options: object, path: string): void;
    syncfs(populate: boolean, done: (error: unknown) => void): void;
    writeFile(path: string, data: Uint8Array): void;
    filesystems: { IDBFS: unknown };
  };
  runPython(code: string): unknown;
  pyimport(name: string): Record<string, (...values: unknown[]) => unknown>;
}

/** Where the files of the program lie: a folder beside the page. */
export const FOLDER = "offline";

/** Files come compressed, whatever their server can do. */
const plainFetch = self.fetch.bind(self);
async function unpacked(address: string, type: string): Promise<Response> {
  const answer = await plainFetch(`${address}.gz`);
  if (!answer.ok || !answer.body) throw new Error(`${address}: ${answer.status}`);
  const body = answer.body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, { headers: { "content-type": type } });
}

async function bytes(address: string): Promise<ArrayBuffer> {
  const answer = await plainFetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** Starts Python; `libraries` are the archives that are needed besides the program itself. */
export const archive = (root: string, name: string): Promise<ArrayBuffer> => bytes(`${root}/${FOLDER}/${name}.zip.zst`);

/** Unpacks with Python's own zstd, which browsers lack. */
function unpack(python: Python, name: string, content: ArrayBuffer): void {
  python.FS.writeFile(`/${name}.zst`, new Uint8Array(content));
  python.runPython(`
from compression import zstd
from pathlib import Path
packed = Path("/${name}.zst")
Path("/${name}.zip").write_bytes(zstd.decompress(packed.read_bytes()))
packed.unlink()
`);
}

/** Lets Python import from an archive. It stays one: of many modules few are needed. */
export function addArchive(python: Python, name: string, content: ArrayBuffer): void {
  unpack(python, name, content);
  python.runPython(`import sys; sys.path.insert(0, "/${name}.zip")`);
}

export async function startPython(root: string, libraries: string[]): Promise<Python> {
  const folder = `${root}/${FOLDER}/`;
  self.fetch = (input, options) => {
    const address = String(input instanceof Request ? input.url : input);
    if (address.endsWith("/pyodide.asm.wasm")) return unpacked(address, "application/wasm");
    if (address.endsWith("/python_stdlib.zip")) return unpacked(address, "application/zip");
    return plainFetch(input, options);
  };
  const archives = ["program", ...libraries].map((name) => archive(root, name));
  for (const coming of archives) coming.catch(() => {}); // told below
  const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as {
    loadPyodide: (options: object) => Promise<Python>;
  };
  const python = await loadPyodide({ indexURL: folder, env: { HOME: "/home", BILLES_DATA: "/home/data" } });
  const [program, ...others] = await Promise.all(archives);
  unpack(python, "program", program!);
  python.runPython('import zipfile; zipfile.ZipFile("/program.zip").extractall("/program")');
  python.runPython('import sys; sys.path.insert(0, "/program")');
  others.forEach((content, at) => addArchive(python, libraries[at]!, content));
  return python;
}
