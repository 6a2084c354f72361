/** Work done piece by piece, each in a task of its own: the page is seen and answers in between. */

const waiting: (() => void)[] = [];
let under = false;

function next(): void {
  const work = waiting.shift();
  under = work !== undefined;
  if (!work) return;
  setTimeout(next);
  work();
}

/** Does something as soon as all that was asked for before is done; gives a way to leave it undone. */
export function inTurn(work: () => void): () => void {
  waiting.push(work);
  if (!under) {
    under = true;
    setTimeout(next);
  }
  return () => {
    const at = waiting.indexOf(work);
    if (at >= 0) waiting.splice(at, 1);
  };
}
