import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '#server/adapters/clock/clock.ts';
import { startDatabaseClock } from '#server/adapters/clock/database-clock.ts';
import type { Database } from '#server/adapters/database/database.ts';
import type { DatabaseAddress } from '#server/adapters/database/database-address.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded-postgres.ts';
import { migrate } from '#server/adapters/database/migrate.ts';
import { connectDatabase } from '#server/adapters/database/postgres-database.ts';
import { type Config, readConfig } from '#server/config.ts';

export interface CommandContext {
  readonly config: Config;
  /** The database as the owner of its tables. */
  readonly owner: Database;
  /** The database as the server uses it. */
  readonly database: Database;
  readonly clock: Clock;
  /** For a connection of one's own as the owner. */
  readonly ownerAddress: DatabaseAddress;
}

/** Runs a command on the database of the settings, beside a running server or without one. */
export async function withOwnerDatabase(command: (context: CommandContext) => Promise<void>): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  const { owner: ownerAddress, app, stop } = await openDatabase(config);
  try {
    await migrate({
      address: ownerAddress,
      applicationAddress: app,
      folder: join(import.meta.dirname, '../migrations'),
    });
    const { database: owner } = await connectDatabase({
      address: ownerAddress,
      role: 'earshot_owner',
      poolSize: 2,
    });
    const { database } = await connectDatabase({ address: app, role: 'earshot_app', poolSize: 4 });
    try {
      await command({ config, owner, database, clock: await startDatabaseClock(database), ownerAddress });
    } finally {
      await owner.close();
      await database.close();
    }
  } finally {
    await stop();
  }
}

interface OpenedDatabase {
  readonly owner: DatabaseAddress;
  readonly app: DatabaseAddress;
  readonly stop: () => Promise<void>;
}

async function openDatabase(config: Config): Promise<OpenedDatabase> {
  if (config.databaseUrl) {
    const owner = { url: config.databaseOwnerUrl ?? config.databaseUrl };
    return { owner, app: { url: config.databaseUrl }, stop: async () => undefined };
  }
  const embedded = await startEmbeddedPostgres({ dataDirectory: join(config.dataDirectory, 'postgres') });
  return { owner: embedded.address, app: embedded.address, stop: embedded.stop };
}
