const key = 'earshot-sign-up';
/** As long as the server accepts this browser's proof. */
const lifeMilliseconds = 60 * 60 * 1000;

/** Remembers that this browser signed up, so that the link's page need not ask for the password first. */
export function markSignUp(email: string): void {
  try {
    localStorage.setItem(key, JSON.stringify([email, Date.now() + lifeMilliseconds]));
    setTimeout(forgetOldSignUp, lifeMilliseconds);
  } catch {
    // Without storage the page asks for the password.
  }
}

/** The address that this browser signed up with in the last hour; null if none. */
export function markedSignUp(): string | null {
  try {
    const [email, until]: unknown[] = JSON.parse(localStorage.getItem(key) ?? '[]');
    if (typeof email === 'string' && typeof until === 'number' && until > Date.now()) return email;
    localStorage.removeItem(key);
    return null;
  } catch {
    return null;
  }
}

/** Forgets the address after an hour. Also called at every start, because the tab may be closed before. */
export function forgetOldSignUp(): void {
  markedSignUp();
}

export function forgetSignUp(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // There was nothing to remember.
  }
}
