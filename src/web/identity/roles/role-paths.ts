import type { UserType } from '#contract/identity/accounts.ts';

/** Where /app redirects: the home of each user type (specification 2, Home). */
export const homePath = { artist: '/app/tracks', listener: '/app/discover' } as const satisfies Record<
  UserType,
  string
>;

/** Where onboarding leads (specification 2, Onboarding). */
export const onboardedPath = {
  artist: '/app/analytics',
  listener: '/app/discover',
} as const satisfies Record<UserType, string>;

export const userTypeLabel = { artist: 'Artist', listener: 'Listener' } as const satisfies Record<
  UserType,
  string
>;
