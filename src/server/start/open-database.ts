import { join } from 'node:path';
import { checkDatabase } from '../adapters/database/check-database.ts';
import { reachDatabase } from '../adapters/database/connections/reach-database.ts';
import type { DatabaseAddress } from '../adapters/database/database-address.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../adapters/database/embedded/embedded-postgres.ts';
import type { Config } from '../settings/config.ts';

export interface OpenedDatabase {
  readonly app: DatabaseAddress;
  /** The pooler before it, which statements and transactions of the server go through. */
  readonly pooler: DatabaseAddress | undefined;
  /** Who owns the tables. */
  readonly owner: DatabaseAddress;
  /** Unless the database is the operator's own. */
  readonly embedded: EmbeddedPostgres | undefined;
}

export interface OpenDatabaseOptions {
  /** Only the server makes a new database. A command that did would look at an empty one. */
  readonly mayCreate: boolean;
  /** How long to wait for a database that cannot be reached yet; none by default. */
  readonly patienceMilliseconds?: number;
  readonly onWait?: (line: string) => void;
  /** For tests only: an embedded database that a crash may destroy. */
  readonly throwAway?: boolean;
}

/**
 * The database of the settings, reached and checked, or the embedded one, started.
 * @throws OperatorError when it cannot be used
 */
export async function openDatabase(
  { databaseUrl, databasePoolerUrl, databaseOwnerUrl, dataDirectory }: Config,
  { mayCreate, patienceMilliseconds = 0, onWait, throwAway = false }: OpenDatabaseOptions,
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
    await checkDatabase(app, throwAway);
    return { app, pooler, owner: app, embedded: undefined };
  }
  const owner = { url: databaseOwnerUrl };
  await reachDatabase({ address: owner, setting: 'DATABASE_OWNER_URL', ...waiting });
  await checkDatabase(owner, throwAway);
  return { app, pooler, owner, embedded: undefined };
}
