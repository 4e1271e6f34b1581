import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import type { Judgment, Light } from '../../foundation/operator-messages.ts';

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

const keysAtOnce = 500;

interface OrphanSearch {
  /** Only objects with this key prefix are checked. */
  readonly prefix: string;
  /** Younger objects are skipped: their row may not be committed yet. */
  readonly before: Date;
  /** Returns those of the keys that a row references. */
  readonly known: (keys: string[]) => Promise<ReadonlySet<string>>;
}

/** Deletes stored objects that no row references. Returns how many. */
export async function removeOrphans(storage: ObjectStorage, search: OrphanSearch): Promise<number> {
  let removed = 0;
  let old: string[] = [];
  for await (const { key, modifiedAt } of storage.list(search.prefix)) {
    if (modifiedAt < search.before) old.push(key);
    if (old.length < keysAtOnce) continue;
    removed += await removeUnknown(storage, search, old);
    old = [];
  }
  return removed + (await removeUnknown(storage, search, old));
}

async function removeUnknown(
  storage: ObjectStorage,
  { known }: OrphanSearch,
  keys: string[],
): Promise<number> {
  const kept = await known(keys);
  const unknown = keys.filter((key) => !kept.has(key));
  for (const key of unknown) await storage.remove(key);
  return unknown.length;
}

export interface FreeSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** New objects are rejected if a smaller share of the volume is free. */
export const leastFreeShare = 0.05;

/** The space on the volume of a folder, or of its nearest existing parent. */
export async function freeSpace(folder: string): Promise<FreeSpace> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing || dirname(folder) === folder) throw error;
    return freeSpace(dirname(folder));
  }
}

const gibibyte = 2 ** 30;

/** Whether the volume of DATA_DIR has enough space. Uploads are rejected below 5%, to leave room for the database. */
export function judgeSpace({ freeBytes, totalBytes }: FreeSpace): Judgment {
  const share = totalBytes === 0 ? 0 : freeBytes / totalBytes;
  const room = `${(freeBytes / gibibyte).toFixed(1)} GiB, ${Math.floor(share * 100)}%, of the volume of DATA_DIR is free.`;
  const text = share < 2 * leastFreeShare ? `${room} Uploads are rejected below 5%.` : room;
  const cure = 'Free up space, move DATA_DIR to a larger volume, or store the audio on S3.';
  return { light: lightOf(freeBytes, share), text, cure };
}

function lightOf(freeBytes: number, share: number): Light {
  if (share < leastFreeShare || freeBytes < gibibyte) return 'red';
  return share < 2 * leastFreeShare || freeBytes < 5 * gibibyte ? 'yellow' : 'green';
}
