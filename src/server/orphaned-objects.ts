import type { ObjectStorage } from './adapters/object-storage/object-storage.ts';

const keysAtOnce = 500;

export interface OrphanSearch {
  /** Objects whose keys begin so are looked at. */
  readonly prefix: string;
  /** Younger objects are left alone: their row may be on its way. */
  readonly before: Date;
  /** Those of the keys that a row knows. */
  readonly known: (keys: string[]) => Promise<ReadonlySet<string>>;
}

/** Removes stored objects that no row knows; answers how many. */
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
