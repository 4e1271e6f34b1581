import { type PushMessage, pushPath, refreshPath } from '#contract/identity/push-rules.ts';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('push', (event) => {
  // Encrypted for this browser, so it is from the server.
  const message: PushMessage | undefined = event.data?.json();
  if (message !== undefined) event.waitUntil(show(message));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event.oldSubscription));
});

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });
const isAt = (client: WindowClient, path: string) => new URL(client.url).pathname === path;

/** Shows a message, unless its page is visible. */
async function show({ title, body, path }: PushMessage): Promise<void> {
  const seen = (await windows()).some((client) => client.visibilityState === 'visible' && isAt(client, path));
  // The tag replaces an earlier notification.
  if (!seen)
    await self.registration.showNotification(title, { body, icon: '/icon-192.png', tag: path, data: path });
}

/** Focuses the page if it is open. Other pages stay, because they may have unsent work. */
async function open(path: string): Promise<void> {
  const shown = (await windows()).find((client) => isAt(client, path));
  await (shown === undefined ? self.clients.openWindow(path) : shown.focus());
}

/** Replaces a subscription that the browser has ended, if the session is still open. */
async function renew(old: PushSubscription | null): Promise<void> {
  if (old === null) return;
  const subscription = await self.registration.pushManager.subscribe(old.options);
  const { keys: { p256dh, auth } = {} } = subscription.toJSON();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const headers = { 'content-type': 'application/json' };
  // The same lock as that of open pages: each refresh replaces the token of the one before.
  const session = await navigator.locks.request('earshot-refresh', () =>
    fetch(refreshPath, { method: 'POST', headers, body: '{}' }),
  );
  if (!session.ok) return;
  const { accessToken }: { accessToken: string } = await session.json();
  await fetch(pushPath, {
    method: 'PUT',
    headers: { ...headers, authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ endpoint: subscription.endpoint, p256dh, auth, timeZone }),
  });
}
