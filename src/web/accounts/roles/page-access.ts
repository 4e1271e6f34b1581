import type { Profile, UserType } from '#contract/accounts/accounts.ts';

/** Role-only pages without a panel of their own (decisions 1); the others refuse in their own words. */
const guardedPages: readonly (readonly [path: string, needed: UserType])[] = [
  ['/app/analytics', 'artist'],
  ['/app/my-reviews', 'listener'],
];
/** Pages with a panel of their own. What is below them is guarded like the rest. */
const panelPages: typeof guardedPages = [
  ['/app/upload', 'artist'],
  ['/app/tracks', 'artist'],
  ['/app/review', 'listener'],
  ['/app/wallet', 'listener'],
  ['/app/standing', 'listener'],
];

/** The user type that a page needs and this user lacks, or null where the page may show. Admins need it like everybody. */
export function missingUserType(path: string, { userType }: Pick<Profile, 'userType'>): UserType | null {
  const page =
    guardedPages.find(([guarded]) => path === guarded || path.startsWith(`${guarded}/`)) ??
    panelPages.find(([guarded]) => path.startsWith(`${guarded}/`) && path !== `${guarded}/`);
  return page === undefined || userType === page[1] ? null : page[1];
}

/** Whether a page is for admins and this user is none. The admin panel itself refuses in its own words. */
export const needsAdmin = (path: string, { role }: Pick<Profile, 'role'>): boolean =>
  path.startsWith('/app/admin/') && path !== '/app/admin/' && role !== 'admin';
