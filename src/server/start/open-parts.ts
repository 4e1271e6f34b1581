import { join } from 'node:path';
import { checkDatabase, reachDatabase } from '../adapters/database/connections/reach-database.ts';
import type { Queryable } from '../adapters/database/database.ts';
import type { DatabaseAddress } from '../adapters/database/database-address.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../adapters/database/embedded/embedded-postgres.ts';
import {
  readFingerprint,
  replaceFingerprint,
  storeFirstFingerprint,
} from '../adapters/database/secret-fingerprint.ts';
import { diskStorage } from '../adapters/storage/disk-storage.ts';
import type { ObjectStorage } from '../adapters/storage/object-storage.ts';
import { bucketFailure } from '../adapters/storage/s3-storage.ts';
import { allStoredPrefixes } from '../adapters/storage/stored-object-rules.ts';
import { OperatorError } from '../foundation/operator-messages.ts';
import {
  deriveServerKeys,
  readServerSecret,
  type ServerKeys,
  storedServerSecret,
} from '../foundation/server-keys.ts';
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

interface OpenDatabaseOptions {
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

/** The configured secret is not the one used with the database. */
export class WrongSecret extends OperatorError {
  override readonly name = 'WrongSecret';

  constructor(problem: string) {
    super(
      [
        problem,
        '- If another server or a backup has the right one: set SERVER_SECRET to it.',
        '- To change the secret, set SERVER_SECRET to the new one and SERVER_SECRET_PREVIOUS to the former one.',
        '- If the right one is lost: set SERVER_SECRET to a new one, then npm run admin -- accept-secret. All users then have to sign in again.',
        'docs/operations.md, "Changing the secret", has more.',
      ].join('\n'),
    );
  }
}

type SecretSettings = Pick<Config, 'serverSecret' | 'previousServerSecret' | 'dataDirectory'>;

/**
 * The server's keys, after comparing the secret with the fingerprint in the database. The first start stores the
 * fingerprint. A new secret replaces the old one if that is set as SERVER_SECRET_PREVIOUS.
 * @throws WrongSecret if the database was used with another secret
 */
export async function openKeys(settings: SecretSettings, database: Queryable): Promise<ServerKeys> {
  const { serverSecret, previousServerSecret, dataDirectory } = settings;
  const known = await readFingerprint(database);
  const stored = await storedServerSecret(serverSecret, dataDirectory);
  // A new secret could not match either.
  if (known && stored === undefined) {
    throw new WrongSecret(`There is no SERVER_SECRET and no ${dataDirectory}/server-secret.`);
  }
  const secret = stored ?? (await readServerSecret(serverSecret, dataDirectory));
  const keys = deriveServerKeys(secret, previousServerSecret);
  if (!known) await storeFirstFingerprint(database, keys.fingerprint);
  else if (keys.previous?.fingerprint.equals(known)) {
    await replaceFingerprint(database, known, keys.fingerprint);
  }
  if (!(await isKnownSecret(database, keys))) {
    throw new WrongSecret('The secret of this server is not the one that the database was last used with.');
  }
  return keys;
}

/** Whether the database was used with this secret, or another server is changing to or from it right now. */
export async function isKnownSecret(database: Queryable, keys: ServerKeys): Promise<boolean> {
  const known = await readFingerprint(database);
  if (!known) return true;
  return keys.fingerprint.equals(known) || (keys.previous?.fingerprint.equals(known) ?? false);
}

type StorageSettings = Pick<Config, 's3' | 'dataDirectory'>;

/** The configured storage. @throws OperatorError if an S3 bucket cannot be reached */
export async function openStorage({ s3, dataDirectory }: StorageSettings): Promise<ObjectStorage> {
  if (!s3) return diskStorage({ folder: join(dataDirectory, 'audio') });
  // A large library, only loaded if it is used.
  const { s3Storage } = await import('../adapters/storage/s3-storage.ts');
  return orOperatorError(s3, () => s3Storage(s3));
}

/**
 * The storage of a server, which also removes what interrupted uploads left.
 * @throws OperatorError if an S3 bucket cannot be reached, or its service or key cannot list unfinished uploads
 */
export async function openSweptStorage(config: StorageSettings): Promise<ObjectStorage> {
  const storage = await openStorage(config);
  // Removes nothing, because nothing is older.
  const trySweep = () => storage.removeUnfinished(new Date(0), allStoredPrefixes);
  if (config.s3) await orOperatorError(config.s3, trySweep, 'does not list unfinished uploads');
  return storage;
}

async function orOperatorError<Outcome>(
  { bucket, endpoint, region }: NonNullable<Config['s3']>,
  work: () => Promise<Outcome>,
  problem = 'cannot be used',
): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    const place = `The bucket "${bucket}" at ${endpoint ?? `Amazon S3, ${region},`}`;
    throw new OperatorError(
      `${place} ${problem} (${bucketFailure(error)}). Check the S3_ settings; npm run doctor says what to do.`,
      { cause: error },
    );
  }
}
