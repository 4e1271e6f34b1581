import { appPages, otherPageNames } from '#contract/page-paths.ts';

const pages: readonly string[] = appPages;

/**
 * The canonical path of a top-level alias ('/tracks' is '/app/tracks'), of another name ('/app/queue' is '/app/review')
 * and of anything below /auth except the email link; null for other paths. Compares whole segments. Decisions 1.
 */
export function canonicalPath(path: string): string | null {
  // A route for these would match /auth itself.
  if (/^\/auth\/(?!callback\/?$)./.test(path)) return '/auth';
  const inApp = path.startsWith('/app/');
  const name = path.slice(inApp ? '/app/'.length : 1).replace(/\/$/, '');
  const renamed = otherPageNames.get(name);
  if (renamed !== undefined) return `/app/${renamed}`;
  if (inApp) return null;
  return pages.includes(name) || /^admin(\/|$)/.test(name) ? `/app/${name}` : null;
}
