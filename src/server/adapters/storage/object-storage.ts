import type { Readable } from 'node:stream';

/** Storage for audio and pictures. Keys are random paths that clients never see. */
export interface ObjectStorage {
  /** Whether the storage verifies content on reads, as object stores do and disks do not. */
  readonly checksContent: boolean;
  /**
   * Durably stores the whole content under the key, or nothing: an error leaves no object. A chunk is not used after
   * the next one is requested. If the object cannot be stored, the content may never be iterated, so the caller closes
   * its source. Returns the bytes stored.
   * @throws StorageFull without space, or the content's own error
   */
  write(key: string, content: AsyncIterable<Uint8Array>): Promise<{ byteLength: number }>;
  /** Bytes first to last, both inclusive. @throws ObjectMissing */
  read(key: string, range?: { first: number; last: number }): Promise<Readable>;
  /** Succeeds if the object does not exist. */
  remove(key: string): Promise<void>;
  /** Complete objects whose key starts with the prefix, in any order. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /**
   * Deletes remains of interrupted writes from before that time and returns how many. Other applications may use the
   * same bucket, so only keys with one of the prefixes are affected there.
   */
  removeUnfinished(before: Date, prefixes: readonly string[]): Promise<number>;
}

export interface StoredObject {
  readonly key: string;
  readonly byteLength: number;
  readonly modifiedAt: Date;
}

export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';
}

/** The volume has no space for a new object. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';
}

/** Segments start with a letter or digit: no `..`, no hidden files, no absolute or Windows paths. */
const validKey = /^[a-z0-9][a-z0-9_.-]{0,99}(?:\/[a-z0-9][a-z0-9_.-]{0,99}){0,9}$/;

/** Returns a valid key. @throws RangeError if it is not one */
export function objectKey(key: string): string {
  if (!validKey.test(key)) throw new RangeError(`Not a key of an object: ${JSON.stringify(key)}`);
  return key;
}
