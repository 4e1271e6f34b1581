import type { Metrics } from '../telemetry/metrics.ts';
import { bigint, integer, text } from './columns.ts';
import type { Queryable } from './database.ts';
import { statement } from './statement.ts';

const size = statement({ takes: {}, gives: { bytes: bigint } })`
  select pg_database_size(current_database()) as bytes`;

const version = statement({ takes: {}, gives: { version: text } })`
  select current_setting('server_version') as version`;

/** PostgreSQL's own version string. */
export const readPostgresVersion = async (database: Queryable): Promise<string> =>
  (await version.only(database, {})).version;

/** The database's size on disk in bytes. */
export const readDatabaseBytes = async (database: Queryable): Promise<number> =>
  (await size.only(database, {})).bytes;

/** Registers the database's size as a metric. */
export function watchDatabase(metrics: Metrics, database: Queryable): void {
  metrics.gauge('earshot_database_bytes', 'Size of the database on disk.', async () => [
    { value: await readDatabaseBytes(database) },
  ]);
}

const one = statement({ takes: {}, gives: { one: integer } })`select 1 as one`;

/** Resolves if the database responds; rejects with the reason if not. */
export const askDatabase = (database: Queryable): Promise<unknown> => one.only(database, {});
