import { join } from 'node:path';
import { startDatabaseClock } from '#server/adapters/clock/database-clock.ts';
import { connectDatabase } from '#server/adapters/database/connections/postgres-database.ts';
import { runningEmbeddedPostgres } from '#server/adapters/database/embedded/embedded-postgres.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Config } from '#server/settings/config.ts';

/**
 * Works on the database with the rights of the server, which has to have set it up: emails from outside neither start a database nor
 * migrate one.
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
