import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { connectDatabase } from '#server/adapters/database/connections/postgres-database.ts';
import type { Database } from '#server/adapters/database/database.ts';
import { clientConfig } from '#server/adapters/database/database-address.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded-postgres.ts';
import { migrate } from '#server/adapters/database/migrations/migrate.ts';

export interface BenchDatabase {
  /** Connected as the owner of the tables, for making data. */
  readonly owner: Client;
  /** Connected with the server's role. */
  readonly database: Database;
}

/** Runs a measurement on a temporary migrated database with the settings of production. */
export async function withBenchDatabase<Answer>(
  measure: (bench: BenchDatabase) => Promise<Answer>,
): Promise<Answer> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-bench-'));
  await chmod(folder, 0o755); // Under root the database runs as another user, who must be able to enter the folder.
  const { address, stop } = await startEmbeddedPostgres({ dataDirectory: join(folder, 'pg') });
  await migrate({ address, folder: join(import.meta.dirname, '../../migrations') });
  const owner = new Client(clientConfig(address, 'earshot_owner'));
  await owner.connect();
  const { database } = await connectDatabase({ address, role: 'earshot_app', poolSize: 6 });
  try {
    return await measure({ owner, database });
  } finally {
    await owner.end();
    await database.close();
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The median. The values need not be sorted. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
