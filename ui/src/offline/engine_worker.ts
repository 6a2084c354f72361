/** The worker of an engine: it is sent lines of the engine's protocol, and sends lines. */

import { startPython } from "./python";

interface Engine {
  receive(line: string): void;
}

let coming: Promise<Engine> | null = null;
/** The first message is where the page lies. */
self.onmessage = ({ data }: MessageEvent<string>): void => {
  if (coming) return void coming.then((engine) => engine.receive(data));
  coming = startPython(data, []).then(
    (python) => python.pyimport("billes.offline.browser").engine!((line: string) => self.postMessage(line)) as Engine,
  );
  coming.catch((error: unknown) => {
    console.error(error);
    self.postMessage(""); // it has failed
  });
};
