import { appPages, otherPageNames } from '#contract/page-paths.ts';

const pages: readonly string[] = appPages;

/**
 * The canonical path of a top-level twin ('/tracks' is '/app/tracks') or of another name ('/app/queue' is
 * '/app/review') and of whatever is below /auth but the email link, compared by whole segments; null for every other path. Decisions 1.
 */
export function canonicalPath(path: string): string | null {
  // A route for these would swallow /auth itself.
  if (/^\/auth\/(?!callback\/?$)./.test(path)) return '/auth';
  const inApp = path.startsWith('/app/');
  const name = path.slice(inApp ? '/app/'.length : 1).replace(/\/$/, '');
  const renamed = otherPageNames.get(name);
  if (renamed !== undefined) return `/app/${renamed}`;
  // Whether the product is well is for everybody to read, so its page stands outside the guard.
  if (inApp) return name === 'health' ? '/health' : null;
  return pages.includes(name) || /^admin(\/|$)/.test(name) ? `/app/${name}` : null;
}
