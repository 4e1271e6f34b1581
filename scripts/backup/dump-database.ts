import { createGzip } from 'node:zlib';
import { type Client, escapeIdentifier } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Manifest, SavedTable } from './manifest.ts';
import { type BackupPlace, saveStream } from './saved-stream.ts';

// The migrations create these rows.
const ofMigrations =
  "('public.schema_migrations'::regclass, 'public.schema_functions'::regclass, 'graphile_worker.migrations'::regclass)";
// Partial uploads are not saved: interrupted uploads start over after a restore.
const notSaved = ['partial_uploads', 'upload_parts', 'cancelled_uploads'];
const ofEarshot = "('public', 'ledger', 'graphile_worker')";

type Dump = Pick<Manifest, 'migrations' | 'tables' | 'sequences' | 'partitions'>;

/**
 * Streams every table as of the start of the client's transaction, which must be REPEATABLE READ. Does not block
 * writers.
 */
export async function dumpDatabase(client: Client, place: BackupPlace): Promise<Dump> {
  const migrations = await rowsOf<Manifest['migrations'][number]>(
    client,
    'select number, name, checksum from schema_migrations order by number',
  );
  const tables: SavedTable[] = [];
  for (const table of await listTables(client)) tables.push(await dumpTable(client, place, table));
  const partitions = await rowsOf<Manifest['partitions'][number]>(
    client,
    `select p.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     where c.relispartition and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1, 2`,
  );
  // Sequences ignore snapshots. Read last, they are at least as high as every row.
  const sequences = await rowsOf<Manifest['sequences'][number]>(
    client,
    `select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
     where schemaname in ${ofEarshot} and last_value is not null order by 1, 2`,
  );
  return { migrations, tables, partitions, sequences };
}

type Table = Pick<SavedTable, 'schema' | 'name' | 'columns'>;

/** All tables except partitions, whose rows come with the parent table, and without generated columns. */
const listTables = (client: Client) =>
  rowsOf<Table>(
    client,
    `select n.nspname as schema, c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ${ofEarshot} and c.relkind in ('r', 'p') and not c.relispartition
       and c.oid not in ${ofMigrations}
     order by 1, 2`,
  );

async function dumpTable(client: Client, place: BackupPlace, table: Table): Promise<SavedTable> {
  const which = notSaved.includes(table.name) ? 'where false' : '';
  const rows = client.query(
    copyTo(`copy (select ${columnList(table)} from ${nameOf(table)} ${which}) to stdout`),
  );
  const file = await saveStream(place, `database/${table.schema}.${table.name}.copy.gz`, rows, createGzip());
  return { ...table, rows: rows.rowCount, file };
}

export const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>) =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
export const columnList = ({ columns }: Pick<Table, 'columns'>) => columns.map(escapeIdentifier).join(', ');

// The caller's type matches the statement's columns.
const rowsOf = async <Row>(client: Client, statement: string): Promise<Row[]> =>
  (await client.query(statement)).rows as Row[];
