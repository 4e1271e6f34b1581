import type { ObjectStorage } from './object-storage.ts';

const keysAtOnce = 500;

export interface OrphanSearch {
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
