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

/** Pages of the operator, such as `/terms`, which the server renders from Markdown. */
export const operatorPages = { terms: 'Terms', privacy: 'Privacy', contact: 'Contact' } as const;
export type OperatorPage = keyof typeof operatorPages;

/** Former names of pages, kept for an earlier client. */
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
  'example',
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

/** Whether the path belongs to a page. The server answers any other path with the 404 page. */
export function isPagePath(path: string): boolean {
  const name = path.replaceAll(/^\/+|\/+$/g, '');
  return known.has(name) || /^(auth|(app\/)?artist)\/[^/]+$/.test(name);
}
