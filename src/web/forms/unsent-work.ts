import { useEffect } from 'react';
import { signOut } from '../identity/session/session.ts';

const inputIsLost = 'What you entered here is lost.';

/** One entry for each form with unsent input, and what its loss means. */
const unsent = new Map<object, string>();

/**
 * Registers that this form has unsent input. The browser then asks before the tab is closed or reloaded, and a role
 * switch or a sign-out asks with `confirmLoss`.
 * @param loss the sentence that the question ends with
 */
export function useUnsentWork(isUnsent: boolean, loss = inputIsLost): void {
  useEffect(() => {
    if (!isUnsent) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (unsent.has(warn)) event.preventDefault();
    };
    unsent.set(warn, loss);
    addEventListener('beforeunload', warn);
    return () => {
      unsent.delete(warn);
      removeEventListener('beforeunload', warn);
    };
  }, [isUnsent, loss]);
}

export const hasUnsentWork = (): boolean => unsent.size > 0;

/** The user agreed to lose all of it, so nothing asks again. */
export const agreeToLoseWork = (): void => unsent.clear();

/** Asks before something that loses unsent input, such as 'Sign out'. Returns whether to go on. */
export function confirmLoss(act: string): boolean {
  const losses = [...unsent.values()];
  return (
    losses.length === 0 ||
    window.confirm(`${act}? ${losses.find((loss) => loss !== inputIsLost) ?? inputIsLost}`)
  );
}

/** Signs out of this browser, for buttons. Asks first if a form on the page has unsent input. */
export function pressSignOut(): void {
  if (!confirmLoss('Sign out')) return;
  // This ends the session in any case, so nothing asks again while it waits for the server.
  agreeToLoseWork();
  void signOut();
}
