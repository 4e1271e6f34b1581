import type { Metrics } from '../metrics/metrics.ts';
import { bigint } from './columns.ts';
import type { Queryable } from './database.ts';
import { statement } from './statement.ts';

const size = statement({ takes: {}, gives: { bytes: bigint } })`
  select pg_database_size(current_database()) as bytes`;

/** Tells how large the database is. */
export function watchDatabase(metrics: Metrics, database: Queryable): void {
  metrics.gauge('earshot_database_bytes', 'What the database takes on its disk.', async () => [
    { value: (await size.only(database, {})).bytes },
  ]);
}
