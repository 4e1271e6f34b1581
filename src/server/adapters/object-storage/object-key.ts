/** Segments that begin with a letter or digit: no `..`, nothing hidden, no absolute path, none of another system's. */
const validKey = /^[a-z0-9][a-z0-9_.-]{0,99}(?:\/[a-z0-9][a-z0-9_.-]{0,99}){0,9}$/;

/** The key itself. @throws RangeError when it is none */
export function objectKey(key: string): string {
  if (!validKey.test(key)) throw new RangeError(`Not a key of an object: ${JSON.stringify(key)}`);
  return key;
}
