import { buildHeader } from '#contract/build-header.ts';
import './push.ts';

/**
 * The service worker of signed-in pages, built to /worker.js. It stores the scripts, styles and fonts that open the frame
 * and the review page, and their document: nothing of the API, no sound, no pictures. Handlers of
 * other events, such as push, have files of their own in this folder, imported above.
 */
declare const self: ServiceWorkerGlobalScope;
/** Filled in by scripts/build-worker.ts. */
declare const builtShell: { readonly build: string; readonly files: readonly string[] };

const { build, files } = builtShell;
const cacheName = `earshot-shell-${build}`;
/** All signed-in pages have the same document, stored under this path. */
const documentPath = '/app';
/** A slower answer comes too late to show the frame soon. */
const patienceMilliseconds = 800;

self.addEventListener('install', (event) => {
  // An open page of an earlier build reloads at its next navigation, so the new worker need not wait for it to close.
  event.waitUntil(Promise.all([fetch(documentPath).then(storeShell), self.skipWaiting()]));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteCaches((name) => name !== cacheName));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (/^\/app(\/|$)/.test(pathname)) event.respondWith(pageOf(event));
  } else if (files.includes(pathname)) {
    event.respondWith(stored(pathname).then((found) => found ?? fetch(request)));
  }
});

const stored = (path: string) => caches.match(path, { cacheName });

/**
 * Stores the document if it is of the same build, and the files if they are missing: a sign-out deletes them. Otherwise
 * the server has been updated, and the stored document is not shown anymore.
 */
async function storeShell(page: Response): Promise<'stored' | 'outdated' | 'failed'> {
  const served = page.headers.get(buildHeader);
  if (!page.ok || served === null) return 'failed';
  const cache = await caches.open(cacheName);
  if (served !== build) {
    await cache.delete(documentPath);
    return 'outdated';
  }
  if ((await cache.keys()).length < files.length) await cache.addAll(files);
  await cache.put(documentPath, page);
  return 'stored';
}

async function deleteCaches(isOld: (name: string) => boolean): Promise<void> {
  for (const name of await caches.keys()) if (isOld(name)) await caches.delete(name);
}

/** The server's document, or the stored one if the server is slow, unreachable or failing. */
async function pageOf(event: FetchEvent): Promise<Response> {
  const answer = fetch(event.request);
  const kept = answer.then((response) => storeShell(response.clone())).catch(() => 'failed');
  event.waitUntil(kept);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMilliseconds));
  const first = await Promise.race([answer.catch(() => undefined), late]);
  if (first !== undefined && first.status < 500) return first;
  const shown = await stored(documentPath);
  if (shown === undefined) return answer;
  event.waitUntil(
    kept.then((result) => (result === 'outdated' ? reload(event.resultingClientId) : undefined)),
  );
  return shown;
}

/** Replaces a page that was shown from the cache although the server had been updated. */
async function reload(clientId: string): Promise<void> {
  const client = await self.clients.get(clientId);
  if (client instanceof WindowClient) await client.navigate(client.url);
}
