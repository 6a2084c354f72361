/** Where the keyboard is when a page comes or a dialog goes. */

/** Puts the keyboard on the heading of a page that is still to come; gives it up when the visitor goes elsewhere. */
export function focusHeading(): () => void {
  const before = document.querySelector("h1");
  const from = document.activeElement;
  const look = (): boolean => {
    if (document.activeElement !== from && document.activeElement !== document.body) return true;
    const heading = document.querySelector<HTMLElement>("h1");
    if (!heading || heading === before || !heading.textContent?.trim()) return false;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return true;
  };
  const watcher = new MutationObserver(() => look() && watcher.disconnect());
  watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
  return () => watcher.disconnect();
}

/** What had the keyboard before the first of several dialogs in a row. */
let opener: Element | null = null;

/** Remembers what opened a dialog; to be called before it is shown. Gives the way back, for when it is gone. */
export function rememberOpener(): () => void {
  const active = document.activeElement;
  if (active && active !== document.body && !active.closest("dialog")) opener = active;
  return () => {
    // Another dialog, a new page or the visitor may have taken the keyboard already.
    if (document.activeElement && document.activeElement !== document.body) return;
    const back = opener instanceof HTMLElement && opener.isConnected && !opener.matches(":disabled") ? opener : null;
    (back ?? document.querySelector<HTMLElement>("main"))?.focus({ preventScroll: true });
  };
}
