/** Pages of the application by the last part of their canonical path, `/app/...`. */
export const appPages = [
  'onboarding',
  'upload',
  'review',
  'wallet',
  'wallet/year',
  'subscription',
  'discover',
  'tracks',
  'analytics',
  'my-reviews',
  'standing',
  'notices',
  'profile',
  'settings',
  'admin',
  'admin/test-kit',
] as const;

/** Pages of the operator, `/terms` and so on, which the server draws from Markdown. */
export const operatorPages = { terms: 'Terms', privacy: 'Privacy', contact: 'Contact' } as const;
export type OperatorPage = keyof typeof operatorPages;

/** Other names of pages, from an earlier client. */
export const otherPageNames: ReadonlyMap<string, string> = new Map([
  ['queue', 'review'],
  ['account', 'profile'],
]);

const outsideTheApp = [
  '',
  'auth',
  'auth/callback',
  'payouts/link',
  'report',
  'login',
  'signup',
  'demo',
  'health',
  'app',
  'app/health',
];
const named = [...appPages, ...otherPageNames.keys()];
const known: ReadonlySet<string> = new Set([
  ...outsideTheApp,
  ...named,
  ...named.map((name) => `app/${name}`),
]);

/** Whether a path leads to a page. The server answers every other path with the 404 page and status 404. */
export function isPagePath(path: string): boolean {
  const name = path.replaceAll(/^\/+|\/+$/g, '');
  return known.has(name) || /^(auth|(app\/)?artist)\/[^/]+$/.test(name);
}
