import { join } from 'node:path';
import { Client } from 'pg';
import { connectDatabase } from '#server/adapters/database/connections/postgres-database.ts';
import type { Database } from '#server/adapters/database/database.ts';
import { clientConfig, type DatabaseAddress } from '#server/adapters/database/database-address.ts';
import { startDatabaseClock } from '#server/adapters/database/database-clock.ts';
import { migrate } from '#server/adapters/database/migrations/migrate.ts';
import type { WaitingClock } from '#server/foundation/clock.ts';
import { failureText, OperatorError } from '#server/foundation/operator-messages.ts';
import { type Config, readConfig } from '#server/settings/config.ts';
import { loadSettings } from '#server/settings/load-settings.ts';
import { type OpenedDatabase, openDatabase } from '#server/start/open-parts.ts';

/** Multiplies the waits of a request: a command has no user waiting, and one that stops halfway must be undone by hand. */
const commandPatience = 10;

export interface CommandContext {
  readonly config: Config;
  /** Connected as the owner of the tables. */
  readonly owner: Database;
  /** Connected with the server's role. */
  readonly database: Database;
  readonly clock: WaitingClock;
  /** For separate connections as the owner. */
  readonly ownerAddress: DatabaseAddress;
}

/** The command line without --env-file, and the settings. Exits with 1 if a setting is invalid. */
export function readCommand(): { words: readonly string[]; config: Config } {
  try {
    const { environment, words, warnings } = loadSettings();
    for (const line of warnings) process.stderr.write(`Warning: ${line}\n`);
    return { words, config: readConfig(environment) };
  } catch (error) {
    process.stderr.write(`${failureText(error)}\n`);
    process.exit(1);
  }
}

/**
 * Runs a command on the configured database, whether a server is running or not. Never creates a database: the command
 * would seem to succeed on an empty one. Prints a failure and sets the exit code to 1.
 * @param patience multiplies how long it waits for the database
 */
export async function withOwnerDatabase(
  config: Config,
  command: (context: CommandContext) => Promise<void>,
  patience = commandPatience,
): Promise<void> {
  try {
    const opened = await openDatabase(config, { mayCreate: false, anyEncoding: true });
    try {
      await assertInUse(opened);
      await onDatabase(config, opened, command, patience);
    } finally {
      await opened.embedded?.stop();
    }
  } catch (error) {
    process.stderr.write(`${failureText(error)}\n`);
    process.exitCode = 1;
  }
}

async function onDatabase(
  config: Config,
  { owner: ownerAddress, app }: OpenedDatabase,
  command: (context: CommandContext) => Promise<void>,
  patience: number,
): Promise<void> {
  await migrate({
    address: ownerAddress,
    applicationAddress: app,
    folder: join(import.meta.dirname, '../migrations'),
  });
  const { database: owner } = await connectDatabase({
    address: ownerAddress,
    role: 'earshot_owner',
    poolSize: 2,
    patience,
  });
  const { database } = await connectDatabase({ address: app, role: 'earshot_app', poolSize: 4, patience });
  try {
    await command({ config, owner, database, clock: await startDatabaseClock(database), ownerAddress });
  } finally {
    await owner.close();
    await database.close();
  }
}

/** @throws OperatorError if no server has ever set this database up */
async function assertInUse({ owner, embedded }: OpenedDatabase): Promise<void> {
  const client = new Client(clientConfig(owner, undefined));
  await client.connect();
  try {
    const { rows } = await client.query("select to_regclass('public.users') is not null as used");
    if (rows[0].used) return;
    const place = embedded ? 'The embedded database' : `The database of DATABASE_URL`;
    throw new OperatorError(`${place} is empty: Earshot has never used it. Start Earshot with it first.`);
  } finally {
    await client.end();
  }
}
