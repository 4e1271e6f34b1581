import { join } from 'node:path';
import { checkDatabase, reachDatabase } from '../adapters/database/connections/reach-database.ts';
import type { DatabaseAddress } from '../adapters/database/database-address.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../adapters/database/embedded/embedded-postgres.ts';
import type { Config } from '../settings/config.ts';

export interface OpenedDatabase {
  readonly app: DatabaseAddress;
  /** A pooler for the server's statements and transactions, if any. */
  readonly pooler: DatabaseAddress | undefined;
  /** The owner of the tables. */
  readonly owner: DatabaseAddress;
  /** Undefined for an external database. */
  readonly embedded: EmbeddedPostgres | undefined;
}

export interface OpenDatabaseOptions {
  /** Only the server creates a new database. A command would otherwise work on an empty one. */
  readonly mayCreate: boolean;
  /** How long to wait for an unreachable database; not at all by default. */
  readonly patienceMilliseconds?: number;
  readonly onWait?: (line: string) => void;
  /** For commands, so that a database with an encoding that the server rejects can be backed up. */
  readonly anyEncoding?: boolean;
  /** For tests only: an embedded database that a crash may destroy. */
  readonly throwAway?: boolean;
}

/**
 * The configured database, reached and checked, or the embedded one, started.
 * @throws OperatorError if it cannot be used
 */
export async function openDatabase(
  { databaseUrl, databasePoolerUrl, databaseOwnerUrl, dataDirectory }: Config,
  {
    mayCreate,
    patienceMilliseconds = 0,
    onWait,
    anyEncoding = false,
    throwAway = false,
  }: OpenDatabaseOptions,
): Promise<OpenedDatabase> {
  if (!databaseUrl) {
    const embedded = await startEmbeddedPostgres({
      dataDirectory: join(dataDirectory, 'postgres'),
      throwAway,
      mayCreate,
    });
    return { app: embedded.address, pooler: undefined, owner: embedded.address, embedded };
  }
  const app = { url: databaseUrl };
  const waiting = { patienceMilliseconds, ...(onWait ? { onWait } : {}) };
  const pooler = databasePoolerUrl ? { url: databasePoolerUrl } : undefined;
  await reachDatabase({
    address: app,
    setting: pooler ? 'DATABASE_SESSION_URL' : 'DATABASE_URL',
    ...waiting,
  });
  if (pooler) await reachDatabase({ address: pooler, setting: 'DATABASE_URL', ...waiting });
  if (!databaseOwnerUrl) {
    await checkDatabase(app, { throwAway, anyEncoding });
    return { app, pooler, owner: app, embedded: undefined };
  }
  const owner = { url: databaseOwnerUrl };
  await reachDatabase({ address: owner, setting: 'DATABASE_OWNER_URL', ...waiting });
  await checkDatabase(owner, { throwAway, anyEncoding });
  return { app, pooler, owner, embedded: undefined };
}
