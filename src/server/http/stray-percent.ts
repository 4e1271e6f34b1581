/**
 * The URL with the percent signs of a page's path encoded if they encode nothing, as where a chat program cut a link. The
 * router would answer such a path itself, with JSON. The API keeps that answer.
 */
export function withPercentEncoded(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  if (!path.includes('%') || /^\/(api|assets|samples)\//.test(path)) return url;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
