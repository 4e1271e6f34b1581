import { trustScript } from '#web/trust-script.ts';

const path = '/worker.js';

/** Registers the service worker, which opens the frame and the review page without a connection. */
export async function registerWorker(): Promise<void> {
  // The development server has no built worker. Private windows of some browsers have no service workers.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  trustScript(path);
  await navigator.serviceWorker.register(path);
}
