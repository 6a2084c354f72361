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
  unpackArchive(archive: ArrayBuffer, format: string, options: { extractDir: string }): void;
  runPython(code: string): unknown;
  pyimport(name: string): Record<string, (...values: unknown[]) => unknown>;
}

/** Where the files of the program lie: a folder beside the page. */
export const FOLDER = "offline";

/** Asks for compressed files where the server of the files does not compress them by itself. */
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
export const archive = (root: string, name: string): Promise<ArrayBuffer> => bytes(`${root}/${FOLDER}/${name}.zip`);

/** Lets Python import from an archive. It stays packed: of many modules few are needed. */
export function addArchive(python: Python, name: string, content: ArrayBuffer): void {
  python.FS.writeFile(`/${name}.zip`, new Uint8Array(content));
  python.runPython(`import sys; sys.path.append("/${name}.zip")`);
}

export async function startPython(root: string, libraries: string[]): Promise<Python> {
  const folder = `${root}/${FOLDER}/`;
  self.fetch = (input, options) => {
    const address = String(input instanceof Request ? input.url : input);
    return address.endsWith(".wasm") ? unpacked(address, "application/wasm") : plainFetch(input, options);
  };
  const archives = ["billes", ...libraries].map((name) => archive(root, name));
  for (const coming of archives) coming.catch(() => {}); // told below
  const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as {
    loadPyodide: (options: object) => Promise<Python>;
  };
  const python = await loadPyodide({ indexURL: folder, env: { HOME: "/home", BILLES_DATA: "/home/data" } });
  const [program, ...others] = await Promise.all(archives);
  python.unpackArchive(program!, "zip", { extractDir: "/program" });
  python.runPython('import sys; sys.path.insert(0, "/program")');
  others.forEach((content, at) => addArchive(python, libraries[at]!, content));
  return python;
}
