const key = 'earshot-signed-in';

/**
 * Whether this browser has a session to restore. Scripts cannot see the refresh cookie; the mark spares visitors who
 * never signed in a refused call. Where storage is forbidden the answer is yes and the server is asked.
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
