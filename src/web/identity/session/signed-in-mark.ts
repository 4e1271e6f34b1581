const key = 'earshot-signed-in';

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

export function markSignedIn(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(key, 'yes');
    else localStorage.removeItem(key);
  } catch {
    // Without storage every load asks the server.
  }
}
