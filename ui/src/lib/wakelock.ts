/** Keeps the screen on while a game is played, where the browser can. */

export class WakeLock {
  private wanted = false;
  private lock: WakeLockSentinel | null = null;
  private readonly look = (): void => void this.take();

  constructor() {
    // A hidden page loses its lock by itself.
    document.addEventListener("visibilitychange", this.look);
  }

  set(wanted: boolean): void {
    this.wanted = wanted;
    if (wanted) void this.take();
    else this.release();
  }

  dispose(): void {
    document.removeEventListener("visibilitychange", this.look);
    this.set(false);
  }

  private async take(): Promise<void> {
    if (!this.wanted || document.hidden || (this.lock && !this.lock.released) || !navigator.wakeLock) return;
    try {
      const lock = await navigator.wakeLock.request("screen");
      this.lock = lock;
      if (!this.wanted) this.release();
    } catch {
      // The battery is low, or the browser does not want to; the screen then goes dark as it always does.
    }
  }

  private release(): void {
    const lock = this.lock;
    this.lock = null;
    if (lock && !lock.released) void lock.release();
  }
}
