import type { Metrics } from '../metrics/metrics.ts';
import { bigint, text } from './columns.ts';
import type { Queryable } from './database.ts';
import { statement } from './statement.ts';

const size = statement({ takes: {}, gives: { bytes: bigint } })`
  select pg_database_size(current_database()) as bytes`;

const version = statement({ takes: {}, gives: { version: text } })`
  select current_setting('server_version') as version`;

/** The version of PostgreSQL as it names itself. */
export const readPostgresVersion = async (database: Queryable): Promise<string> =>
  (await version.only(database, {})).version;

/** What the database takes on its disk. */
export const readDatabaseBytes = async (database: Queryable): Promise<number> =>
  (await size.only(database, {})).bytes;

/** Tells how large the database is. */
export function watchDatabase(metrics: Metrics, database: Queryable): void {
  metrics.gauge('earshot_database_bytes', 'What the database takes on its disk.', async () => [
    { value: await readDatabaseBytes(database) },
  ]);
}
