import { currentWork } from './current-work.ts';
import type { Queryable } from './database.ts';

/** Reads the row of each key, in order; undefined for a missing one. */
type ReadAll<Key, Found> = (
  database: Queryable,
  keys: readonly Key[],
) => Promise<readonly (Found | undefined)[]>;

interface Batch<Key, Found> {
  readonly keys: Key[];
  readonly found: Promise<readonly (Found | undefined)[]>;
}

/**
 * Combines look-ups of one kind from all requests of an event-loop turn into one statement. Nothing is cached: each
 * caller's statement starts after its call. Money calls are only combined with each other, since part of the pool is
 * reserved for them.
 */
export function joinedLookup<Key, Found>(readAll: ReadAll<Key, Found>) {
  const waiting = new WeakMap<Queryable, Map<string, Batch<Key, Found>>>();

  const open = (
    database: Queryable,
    batches: Map<string, Batch<Key, Found>>,
    kind: string,
  ): Batch<Key, Found> => {
    const keys: Key[] = [];
    const turn = new Promise<void>((resolve) => setImmediate(resolve));
    const found = turn.then(() => {
      batches.delete(kind);
      return readAll(database, keys);
    });
    const batch = { keys, found };
    batches.set(kind, batch);
    return batch;
  };

  return async (database: Queryable, key: Key): Promise<Found | undefined> => {
    const batches = waiting.get(database) ?? new Map<string, Batch<Key, Found>>();
    waiting.set(database, batches);
    const kind = String(currentWork()?.call);
    const batch = batches.get(kind) ?? open(database, batches, kind);
    const place = batch.keys.push(key) - 1;
    return (await batch.found)[place];
  };
}
