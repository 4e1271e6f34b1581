import type { Profile, UserType } from '#contract/identity/accounts.ts';
import { matchesUserType } from '#contract/identity/role-check.ts';

/** Pages for one role without a panel of their own (decisions 1); the others show their own text. */
const guardedPages: readonly (readonly [path: string, needed: UserType])[] = [
  ['/app/analytics', 'artist'],
  ['/app/my-reviews', 'listener'],
];
/** Pages with a panel of their own. Pages below them are guarded like the rest. */
const panelPages: typeof guardedPages = [
  ['/app/upload', 'artist'],
  ['/app/tracks', 'artist'],
  ['/app/review', 'listener'],
  ['/app/wallet', 'listener'],
];

/** The user type that a page requires and the user lacks; null if the page may be shown, as every page to admins. */
export function missingUserType(
  path: string,
  { userType, role }: Pick<Profile, 'userType' | 'role'>,
): UserType | null {
  const page =
    guardedPages.find(([guarded]) => path === guarded || path.startsWith(`${guarded}/`)) ??
    panelPages.find(([guarded]) => path.startsWith(`${guarded}/`) && path !== `${guarded}/`);
  return page === undefined || matchesUserType({ userType, isAdmin: role === 'admin' }, page[1])
    ? null
    : page[1];
}

/** Whether a page is for admins and the user is not one. The admin panel itself shows its own text. */
export const needsAdmin = (path: string, { role }: Pick<Profile, 'role'>): boolean =>
  path.startsWith('/app/admin/') && path !== '/app/admin/' && role !== 'admin';
