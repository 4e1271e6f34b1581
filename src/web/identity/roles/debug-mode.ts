/** Debug mode: `?debug=1` or a bare `?debug`. */
export function isDebug(search: string): boolean {
  const value = new URLSearchParams(search).get('debug');
  return value === '1' || value === '';
}
