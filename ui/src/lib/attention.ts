/** Calls a player whose turn has come: by vibration, or by a notification where they have asked for one. */

import { at } from "./base";
import { settings } from "./settings.svelte";

const BUZZ = 40;

/** Whether this device can vibrate at all. */
export const canVibrate = (): boolean => "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;

/** Whether this browser can show notifications. */
export const canNotify = (): boolean => "Notification" in globalThis && Notification.permission !== "denied";

/** Asks the browser whether notifications may be shown. Only to be called when the visitor has just chosen them. */
export async function allowNotifications(): Promise<boolean> {
  return "Notification" in globalThis && (await Notification.requestPermission()) === "granted";
}

/** Calls a player. `tag` keeps it to one notification per table. */
export function call(title: string, body: string, tag: string): void {
  if (!document.hidden) {
    // A browser complains about a page that buzzes before it was ever touched.
    if (settings.vibrates && canVibrate() && navigator.userActivation?.hasBeenActive) navigator.vibrate(BUZZ);
    return;
  }
  if (settings.notifies && canNotify())
    void notify(title, { body, tag, icon: at("/icon-192.png"), data: location.pathname });
}

async function notify(title: string, options: NotificationOptions): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  // Telephones let only the service worker show one.
  if (worker) return worker.showNotification(title, options);
  const shown = new Notification(title, options);
  shown.onclick = () => (window.focus(), shown.close());
}
