/** Segments start with a letter or digit: no `..`, no hidden files, no absolute or Windows paths. */
const validKey = /^[a-z0-9][a-z0-9_.-]{0,99}(?:\/[a-z0-9][a-z0-9_.-]{0,99}){0,9}$/;

/** Returns a valid key. @throws RangeError if it is not one */
export function objectKey(key: string): string {
  if (!validKey.test(key)) throw new RangeError(`Not a key of an object: ${JSON.stringify(key)}`);
  return key;
}
