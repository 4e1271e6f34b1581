import { hash } from 'node:crypto';
import type { Queryable } from '#server/adapters/database/database.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Runs one statement of a test and gives its rows. */
export async function sql(
  on: Queryable,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  return (await on.query({ name: hash('sha1', text), text, values })).rows;
}

/** The one row of a statement; throws when there is none. */
export async function sqlRow(on: Queryable, text: string, values: readonly unknown[] = []): Promise<Row> {
  const [row] = await sql(on, text, values);
  if (!row) throw new Error(`No row: ${text}`);
  return row;
}

/** Waits until a connection to this database waits for a lock. Other test files use the same cluster. */
export async function someoneWaits(on: Queryable): Promise<void> {
  // Not what pg_stat_activity says about waiting: only a superuser sees that of another role.
  const waiting =
    'select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()';
  const giveUp = Date.now() + 15_000;
  while ((await sql(on, waiting)).length === 0) {
    if (Date.now() > giveUp) throw new Error('No connection waits for a lock.');
    await new Promise((done) => setTimeout(done, 20));
  }
}
