import { join } from 'node:path';
import { connectDatabase } from '#server/adapters/database/connections/postgres-database.ts';
import { startDatabaseClock } from '#server/adapters/database/database-clock.ts';
import { runningEmbeddedPostgres } from '#server/adapters/database/embedded/embedded-postgres.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Config } from '#server/settings/config.ts';

/**
 * Runs work with the server's role. Incoming email must never start a database or migrate one, so the server must have
 * set it up.
 */
export async function inServerDatabase<T>(
  { databaseUrl, dataDirectory }: Pick<Config, 'databaseUrl' | 'dataDirectory'>,
  work: (deps: Pick<Dependencies, 'database' | 'clock'>) => Promise<T>,
): Promise<T> {
  const address = databaseUrl
    ? { url: databaseUrl }
    : await runningEmbeddedPostgres(join(dataDirectory, 'postgres'));
  const { database } = await connectDatabase({ address, role: 'earshot_app', poolSize: 1 });
  try {
    return await work({ database, clock: await startDatabaseClock(database) });
  } finally {
    await database.close();
  }
}
