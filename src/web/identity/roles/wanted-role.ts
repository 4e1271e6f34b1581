import type { UserType } from '#contract/identity/accounts.ts';

const key = 'earshot-wanted-role';

export const roleNamed = (name: string | null | undefined): UserType | null =>
  name === 'artist' || name === 'listener' ? name : null;

/** Remembers which side of the landing page was chosen, until onboarding. Sign-up ends in another tab. */
export function rememberWantedRole(role: UserType): void {
  try {
    localStorage.setItem(key, role);
  } catch {
    // Without storage, onboarding preselects neither.
  }
}

/** The side chosen in this browser; null if none. */
export function wantedRole(): UserType | null {
  try {
    return roleNamed(localStorage.getItem(key));
  } catch {
    return null;
  }
}

export function forgetWantedRole(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // There was nothing to remember.
  }
}
