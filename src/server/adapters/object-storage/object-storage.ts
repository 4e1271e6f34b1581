import type { Readable } from 'node:stream';

/** Where audio lies. Keys are random paths that no client ever sees. */
export interface ObjectStorage {
  /** Whether the storage itself sees to it that what is read is what was written, as object stores do and disks do not. */
  readonly checksContent: boolean;
  /**
   * Stores the whole content under the key, durably, or nothing at all: an error on the way leaves no object.
   * No chunk is used once the next one is asked for. Content that cannot be stored may never be begun: closing what
   * stands behind it is the caller's. Answers the bytes stored.
   * Throws StorageFull when there is no room, else what the content failed with.
   */
  write(key: string, content: AsyncIterable<Uint8Array>): Promise<{ byteLength: number }>;
  /** Bytes first to last, both included. Throws ObjectMissing when there is no such object. */
  read(key: string, range?: { first: number; last: number }): Promise<Readable>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Finished objects whose key begins with the prefix, in no particular order. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /**
   * Clears away what writes that never ended left behind before this moment; answers how many they were. In a bucket others may be
   * writing beside: there only of keys that begin with one of the prefixes.
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

/** The volume has no room left for a new object. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';
}
