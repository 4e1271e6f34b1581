/** Search parameters are plain strings, which keeps URLs readable: `?genre=hip+hop`, not JSON. */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Record<string, unknown>): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) written.set(name, String(value));
  }
  return `?${written}`.replace(/^\?$/, '');
}

/** One optional text parameter, for `validateSearch`. */
export const searchText =
  <Name extends string>(name: Name) =>
  (search: Record<string, unknown>): { [key in Name]?: string } => {
    const value = search[name];
    const found: { [key in Name]?: string } = {};
    if (typeof value === 'string' && value !== '') found[name] = value;
    return found;
  };
