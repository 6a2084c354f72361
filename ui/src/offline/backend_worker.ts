/** The worker that runs the whole application; the page talks to it as to a server. */

import { addArchive, archive, startPython, type Python } from "./python";

const KEPT = "/kept";

interface Backend {
  receive(text: string): void;
  open(): Promise<void>;
}

/** Engines run in workers of their own: one that waits for the next question, so that it begins at once. */
class Engines {
  private spare: Worker | null = null;

  constructor(private readonly root: string) {}

  prepare(): void {
    this.spare ??= this.fresh();
  }

  start(hear: (line: string) => void): { send: (text: string) => void; end: () => void } {
    const worker = this.spare ?? this.fresh();
    this.spare = null;
    worker.onmessage = ({ data }: MessageEvent<string>) => hear(data);
    worker.onerror = () => hear("");
    return {
      send: (text) => worker.postMessage(text),
      end: () => {
        worker.onmessage = worker.onerror = null;
        worker.terminate();
        this.prepare();
      },
    };
  }

  private fresh(): Worker {
    const worker = new Worker(new URL("./engine_worker.ts", import.meta.url), { type: "module" });
    worker.postMessage(this.root);
    return worker;
  }
}

const syncfs = (python: Python, populate: boolean): Promise<void> =>
  new Promise((done, failed) => python.FS.syncfs(populate, (error) => (error ? failed(error) : done())));

let keeps = true;

async function start(root: string): Promise<Backend> {
  const engines = new Engines(root);
  const python = await startPython(root, ["libraries"]);
  python.FS.mkdirTree(KEPT);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, KEPT);
  // A browser may refuse to keep anything: then one can play, and what is there already is not written over.
  keeps = await syncfs(python, true).then(
    () => true,
    () => false,
  );
  const host = {
    post: (text: string) => self.postMessage(text),
    keep: () => (keeps ? syncfs(python, false) : Promise.resolve()),
    engine: (hear: (line: string) => void) => engines.start(hear),
  };
  const program = python.pyimport("billes.offline.browser");
  if (program.outdated!(KEPT)) addArchive(python, "migrating", await archive(root, "migrating"));
  const backend = program.backend!(host, KEPT) as Backend;
  keeps &&= await syncfs(python, false).then(
    () => true,
    () => false, // there is no room for the first file
  );
  await backend.open();
  engines.prepare();
  return backend;
}

let coming: Promise<Backend> | null = null;
/** The first message is where the page lies; the others are for the application, which takes them in order. */
self.onmessage = ({ data }: MessageEvent<string>): void => {
  if (coming) return void coming.then((backend) => backend.receive(data));
  coming = start(data);
  coming.then(
    () => self.postMessage({ state: "ready", keeps }),
    (error: unknown) => self.postMessage({ state: "failed", why: String(error) }),
  );
};
