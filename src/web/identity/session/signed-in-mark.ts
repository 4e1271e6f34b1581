const key = 'earshot-signed-in';
/** The start of the names under which this browser stores something of the signed-in user. */
const ofUser = 'earshot-user:';

/**
 * Whether this browser may have a session. Scripts cannot see the refresh cookie; this mark saves visitors who never
 * signed in a refused call. True if storage is forbidden, so that the server is asked.
 */
export function isMarkedSignedIn(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return true;
  }
}

export function markSignedIn(userId: string): void {
  try {
    localStorage.setItem(key, userId);
  } catch {
    // Without storage every load asks the server.
  }
}

/** Removes all that this browser stores for the user, so that the next one finds nothing of it. */
export function markSignedOut(): void {
  try {
    for (const name of Object.keys(localStorage))
      if (name === key || name.startsWith(ofUser)) localStorage.removeItem(name);
  } catch {
    // Nothing was stored.
  }
  // Fails in browsers without service workers.
  removeWorker().catch(() => undefined);
}

async function removeWorker(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations())
    await registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}

/** Stores something of this user until the session ends. */
export function remember(name: string, userId: string, value: object): void {
  try {
    localStorage.setItem(ofUser + name, JSON.stringify([userId, value]));
  } catch {
    // The next load waits for the server.
  }
}

/** What is stored under the name, if it is of the user who is marked as signed in. */
export function remembered(name: string): unknown {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(ofUser + name) ?? 'null');
    return Array.isArray(stored) && stored[0] === localStorage.getItem(key) ? stored[1] : undefined;
  } catch {
    return undefined;
  }
}
