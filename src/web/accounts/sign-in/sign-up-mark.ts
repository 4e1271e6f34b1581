const key = 'earshot-sign-up';
/** As long as the server takes the proof of this browser. */
const lifeMilliseconds = 60 * 60 * 1000;

/** Remembers that this browser signed up, so that the page of the link need not ask for the password first. */
export function markSignUp(email: string): void {
  try {
    localStorage.setItem(key, JSON.stringify([email, Date.now() + lifeMilliseconds]));
    setTimeout(forgetOldSignUp, lifeMilliseconds);
  } catch {
    // Without storage the page asks for the password.
  }
}

/** The address that this browser signed up with in the last hour; null when there is none. */
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

/** Forgets the address once its hour is over; at every start of the web, too, because the tab may be closed before. */
export function forgetOldSignUp(): void {
  markedSignUp();
}

export function forgetSignUp(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was remembered.
  }
}
