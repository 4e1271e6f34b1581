/**
 * The path to return to after sign-in: path, query and hash on this site. Null for other sites and for the sign-in
 * pages themselves.
 */
export function nextPath(wanted: string | undefined, origin: string): string | null {
  const url = wanted?.startsWith('/') ? urlOf(wanted, origin) : null;
  if (url === null || url.origin !== origin || /^\/(auth|login|signup)(\/|$)/.test(url.pathname)) return null;
  // Resolved dot segments can leave two slashes, which would start another site's address.
  if (url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}

function urlOf(wanted: string, origin: string): URL | null {
  try {
    return new URL(wanted, origin);
  } catch {
    return null;
  }
}
