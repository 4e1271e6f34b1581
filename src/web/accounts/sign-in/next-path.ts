/**
 * The path to return to after sign-in: path, query and hash of this site, or null. Addresses of other sites and the
 * sign-in pages themselves are not honored.
 */
export function nextPath(wanted: string | undefined, origin: string): string | null {
  if (wanted === undefined || !wanted.startsWith('/') || !URL.canParse(wanted, origin)) return null;
  const url = new URL(wanted, origin);
  if (url.origin !== origin || /^\/(auth|login|signup)(\/|$)/.test(url.pathname)) return null;
  // Dots that resolve away can leave two slashes, which begin another site's address.
  if (url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}
