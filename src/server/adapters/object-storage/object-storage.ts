import type { Readable } from 'node:stream';

/** Where audio lies. Keys are random paths that no client ever sees. */
export interface ObjectStorage {
  /** Whether the storage itself sees to it that what is read is what was written, as object stores do and disks do not. */
  readonly checksContent: boolean;
  /**
   * Stores the whole stream under the key, durably, or nothing at all: an error on the way leaves no object.
   * The stream is read to its end or destroyed. Answers the bytes stored.
   * Throws StorageFull when there is no room, else what the stream failed with.
   */
  write(key: string, content: Readable, options?: { signal?: AbortSignal }): Promise<{ byteLength: number }>;
  /** Bytes first to last, both included. Throws ObjectMissing when there is no such object. */
  read(key: string, range?: { first: number; last: number }): Promise<Readable>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Finished objects whose key begins with the prefix, in no particular order. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Clears away what writes that never ended left behind before this moment; answers how many they were. */
  removeUnfinished(before: Date): Promise<number>;
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
