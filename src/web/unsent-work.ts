import { useEffect } from 'react';
import { signOut } from './accounts/session/session.ts';

/** One entry for each form with unsent input. */
const unsent = new Set<object>();

/**
 * Registers that this form has unsent input. The browser then asks before the tab is closed or reloaded, and a role
 * switch or a sign-out asks with `confirmLoss`.
 */
export function useUnsentWork(isUnsent: boolean): void {
  useEffect(() => {
    if (!isUnsent) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (unsent.has(warn)) event.preventDefault();
    };
    unsent.add(warn);
    addEventListener('beforeunload', warn);
    return () => {
      unsent.delete(warn);
      removeEventListener('beforeunload', warn);
    };
  }, [isUnsent]);
}

export const hasUnsentWork = (): boolean => unsent.size > 0;

/** The user agreed to lose all of it, so nothing asks again. */
export const agreeToLoseWork = (): void => unsent.clear();

/** Asks before something that loses unsent input, such as 'Sign out'. Returns whether to go on. */
export const confirmLoss = (act: string): boolean =>
  unsent.size === 0 || window.confirm(`${act}? What you entered here is lost.`);

/** Signs out of this browser, for buttons. Asks first if a form on the page has unsent input. */
export function pressSignOut(): void {
  if (!confirmLoss('Sign out')) return;
  // This ends the session in any case, so nothing asks again while it waits for the server.
  agreeToLoseWork();
  void signOut();
}
