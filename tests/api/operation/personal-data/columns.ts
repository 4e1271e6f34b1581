import { expect } from 'vitest';
import type { Database } from '#server/adapters/database/database.ts';
import * as listening from '#server/operation/personal-data/export-listening-store.ts';
import * as other from '#server/operation/personal-data/export-store.ts';
import { sql } from '#tests/support/world/sql.ts';
import { counted, fates, ledger } from './fates.ts';

const { isSessionOpen: _, ...exported } = { ...listening, ...other };

export const wordsOf = (texts: readonly (string | undefined)[]): string[] =>
  texts.flatMap((text) => text?.split(' ') ?? []);

/** The columns of each table, from the catalog. */
export async function columnsOf(database: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await sql(
    database,
    `select table_schema || '.' || table_name as name, string_agg(column_name, ' ') as columns
       from information_schema.columns where table_schema in ('public', 'ledger') group by 1`,
  );
  return new Map(rows.map(({ name, columns }) => [String(name), String(columns).split(' ')]));
}

/** The columns that the export's statements read, as `public.users.email`. PostgreSQL records them for a view. */
export function exportedColumns(database: Database): Promise<ReadonlySet<string>> {
  return database.transaction(async (tx) => {
    const read = new Set<string>();
    for (const { text, takes } of Object.values(exported)) {
      const query = text.replace(/\$(\d+)/g, (_hole, at) => `null::${takes[Number(at) - 1]?.type}`);
      await sql(tx, `create temporary view exported as ${query}`);
      const columns = await sql(
        tx,
        `select distinct class.relnamespace::regnamespace || '.' || class.relname || '.' || attname as name
           from pg_depend join pg_rewrite rule on rule.oid = objid and rule.ev_class = 'pg_temp.exported'::regclass
           join pg_class class on class.oid = refobjid and refclassid = 'pg_class'::regclass
           join pg_attribute on attrelid = refobjid and attnum = refobjsubid`,
      );
      for (const { name } of columns) read.add(String(name));
      await sql(tx, 'drop view exported');
    }
    return read;
  });
}

/** The columns that a deletion empties or replaces in rows that stay: all that are not declared as kept. */
function erasedColumns(all: ReadonlyMap<string, readonly string[]>) {
  return Object.entries(fates).flatMap(([table, { exported: file, deleted, unexported, kept }]) => {
    const isWhole = file.startsWith('left out') || deleted.startsWith('gone') || deleted === counted;
    if (isWhole || deleted === ledger) return [];
    const known = all.get(table) ?? [];
    const keeps = wordsOf([kept, unexported?.operation, unexported?.others]);
    expect(known, table).toEqual(expect.arrayContaining(keeps));
    return known.filter((column) => !keeps.includes(column)).map((column) => ({ table, column }));
  });
}

/** The values that are not empty, in the columns of a person's rows that a deletion empties or replaces. */
export async function valuesToErase(database: Database, userId: string): Promise<Map<string, string[]>> {
  const all = await columnsOf(database);
  const found = new Map<string, string[]>();
  for (const { table, column } of erasedColumns(all)) {
    const owners =
      table === 'public.users' ? ['id'] : ['user_id', 'artist_id', 'listener_id', 'owner_id', 'account_id'];
    const owner = owners.find((name) => all.get(table)?.includes(name)) ?? expect.fail(`${table}.${column}?`);
    const rows = await sql(
      database,
      `select ${column}::text as value from ${table} where ${owner} = $1 and ${column}::text not in ('', '{}')`,
      [userId],
    );
    found.set(
      `${table}.${column}`,
      rows.map(({ value }) => String(value)),
    );
  }
  return found;
}
