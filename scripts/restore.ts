import './check-node.ts';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { connectDatabase } from '#server/adapters/database/connections/postgres-database.ts';
import { clientConfig, type DatabaseAddress } from '#server/adapters/database/database-address.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded-postgres.ts';
import { migrate } from '#server/adapters/database/migrations/migrate.ts';
import { withBaseline } from '#server/adapters/database/migrations/migration-files.ts';
import { diskStorage } from '#server/adapters/storage/disk-storage.ts';
import { OperatorError } from '#server/foundation/operator-messages.ts';
import { deriveServerKeys } from '#server/foundation/server-keys.ts';
import type { Config } from '#server/settings/config.ts';
import { isKnownSecret, openDatabase, openStorage } from '#server/start/open-parts.ts';
import { momentOf } from './backup/backup-set.ts';
import { listedObjects, objectsAtOnce, restoreObject } from './backup/copy-objects.ts';
import { pagesFolder, restorePages } from './backup/copy-pages.ts';
import { describeSet } from './backup/describe-set.ts';
import { folderFiles } from './backup/folder-home.ts';
import { isEmpty } from './backup/folders.ts';
import { findContradictions, loadDatabase } from './backup/load-database.ts';
import { checkFile, type Manifest, type SavedObject, secretFile } from './backup/manifest.ts';
import { openHome } from './backup/open-home.ts';
import { openToRestore, unencryptedOption } from './backup/open-to-restore.ts';
import { type BackupPlace, readSavedText } from './backup/saved-stream.ts';
import { sideBySide } from './backup/side-by-side.ts';
import { readCommand } from './owner-database.ts';

const usage = `Restores a backup to an empty machine: no data folder yet, or DATABASE_URL of an empty database. With
STORAGE=s3 the files go into the bucket; files that are already there stay.

  npm run restore -- [--env-file FILE] FOLDER    restores the backup in FOLDER
  npm run restore -- [--env-file FILE] NAME      restores a backup from BACKUP_DIR or BACKUP_S3_BUCKET
  npm run restore -- [--env-file FILE] --list    lists the backups in BACKUP_DIR or BACKUP_S3_BUCKET

An encrypted backup needs BACKUP_KEY. If BACKUP_KEY is set, an unencrypted backup needs ${unencryptedOption} before its name.
The restore checks every byte of the backup first, and audits the ledger at the end. It never overwrites anything.`;

const migrations = join(import.meta.dirname, '../migrations');
const say = (line: string) => process.stdout.write(`${line}\n`);

/** The only thing that an interrupted restore leaves in the data folder. */
const making = '.restoring';

type Opened = Awaited<ReturnType<typeof openToRestore>>;

class NotEmpty extends OperatorError {
  override readonly name = 'NotEmpty';
}

async function restore(config: Config, { place, manifest }: Opened): Promise<void> {
  await refuseOverData(config);
  say(`Checking the backup of ${manifest.madeAt} ...`);
  for (const file of [
    ...manifest.tables.map((table) => table.file),
    manifest.objectList,
    ...(manifest.otherFiles ?? []),
  ]) {
    await checkFile(place, file);
  }
  const target = join(config.dataDirectory, making);
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await restoreFiles(config, manifest, place, target);
  await restorePages(place, manifest, target);
  if (config.databaseUrl) {
    const owner = { url: config.databaseOwnerUrl ?? config.databaseUrl };
    await fillDatabase(owner, { url: config.databaseUrl }, manifest, place);
    await tellOfOtherSecret(config, { url: config.databaseUrl });
  } else await fillEmbedded(config, join(target, 'postgres'), manifest, place);
  // The database goes last, so an interrupted move does not look complete. Existing pages may be newer and are kept.
  const pages = existsSync(join(config.dataDirectory, pagesFolder)) ? [] : [pagesFolder];
  for (const part of ['audio', secretFile, ...pages, 'postgres']) {
    if (existsSync(join(target, part))) await rename(join(target, part), join(config.dataDirectory, part));
  }
  await rm(target, { recursive: true, force: true });
}

async function refuseOverData(config: Config): Promise<void> {
  for (const part of ['postgres', 'audio', secretFile]) {
    const path = join(config.dataDirectory, part);
    const isFree = part === secretFile ? !existsSync(path) : await isEmpty(path);
    if (!isFree) throw new NotEmpty(`${path} exists already. Restore into an empty data folder.`);
  }
  if (!config.databaseUrl) return;
  const { owner } = await openDatabase(config, { mayCreate: false });
  await refuseWithoutRight(owner);
  const client = new Client(clientConfig({ url: config.databaseUrl }, undefined));
  await client.connect();
  try {
    const { rows } = await client.query("select to_regclass('public.users') is not null as used");
    if (rows[0].used) throw new NotEmpty('The database of DATABASE_URL already contains an Earshot.');
  } finally {
    await client.end();
  }
}

/** @throws OperatorError, before anything is copied, if the user may not disable triggers for the load */
async function refuseWithoutRight(owner: DatabaseAddress): Promise<void> {
  const client = new Client(clientConfig(owner, undefined));
  await client.connect();
  try {
    const { rows } = await client.query(
      "select has_parameter_privilege('session_replication_role', 'SET') as has, current_user::text as name",
    );
    if (rows[0].has) return;
    throw new OperatorError(
      'A restore needs one more permission. As a superuser, run:\n' +
        `  grant set on parameter session_replication_role to ${client.escapeIdentifier(rows[0].name)};`,
    );
  } finally {
    await client.end();
  }
}

async function restoreFiles(
  config: Config,
  manifest: Manifest,
  place: BackupPlace,
  target: string,
): Promise<void> {
  const storage = await (config.s3 ? openStorage(config) : diskStorage({ folder: join(target, 'audio') }));
  // If only the database was lost, the bucket still has the objects, and objects never change.
  const there = new Map<string, number>();
  for await (const { key, byteLength } of storage.list('')) there.set(key, byteLength);
  const restoreMissing = async (saved: SavedObject) => {
    const known = there.get(saved.key);
    if (known !== undefined && known !== saved.byteLength) {
      throw new NotEmpty(`The bucket already contains another ${saved.key}.`);
    }
    if (known === undefined) await restoreObject(storage, place, saved);
    return saved.byteLength;
  };
  const restored = sideBySide(listedObjects(place, manifest), objectsAtOnce, restoreMissing);
  let bytes = 0;
  for await (const byteLength of restored) bytes += byteLength;
  if (bytes !== manifest.objects.bytes) throw new Error('The list of stored files is incomplete.');
  const { files } = manifest.objects;
  const restoredFiles = files === 1 ? '1 stored file was restored' : `${files} stored files were restored`;
  say(`${restoredFiles}, each identical to the original.`);
  if (!manifest.hasSecret) return;
  const secret = await readSavedText(place, secretFile);
  await writeFile(join(target, secretFile), secret, { mode: 0o600, flush: true });
}

async function fillEmbedded(
  config: Config,
  dataDirectory: string,
  manifest: Manifest,
  place: BackupPlace,
): Promise<void> {
  const { address, stop } = await startEmbeddedPostgres({ dataDirectory });
  try {
    await fillDatabase(address, address, manifest, place);
    await tellOfOtherSecret(config, address);
  } finally {
    await stop();
  }
}

/** Migrates as far as the backup, loads its rows, then runs newer migrations, which may change rows. */
async function fillDatabase(
  owner: DatabaseAddress,
  app: DatabaseAddress,
  manifest: Manifest,
  place: BackupPlace,
): Promise<void> {
  const options = { address: owner, applicationAddress: app, folder: migrations };
  await migrate({ ...options, only: manifest.migrations });
  await refuseOtherMigrations(owner, manifest);
  await loadDatabase(owner, manifest, place);
  await migrate(options);
  const contradictions = await findContradictions(owner);
  if (contradictions.length > 0) {
    throw new Error(`The audit of the restored ledger found:\n${contradictions.join('\n')}`);
  }
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  say(`${rows} rows were restored, and the audit of the ledger found nothing.`);
}

/** Warns if the configured secret does not match the fingerprint in the backup. */
async function tellOfOtherSecret(config: Config, address: DatabaseAddress): Promise<void> {
  if (!config.serverSecret) return;
  const { database } = await connectDatabase({ address, role: 'earshot_app', poolSize: 1 });
  try {
    if (await isKnownSecret(database, deriveServerKeys(config.serverSecret, config.previousServerSecret)))
      return;
    say(
      'SERVER_SECRET is not the secret of the server that was backed up, so Earshot will not start with it.\n' +
        'Set SERVER_SECRET to that one, or set both as described in docs/operations.md, "Changing the secret".',
    );
  } finally {
    await database.close();
  }
}

/** @throws OperatorError if the tables are not exactly those that the rows came from */
async function refuseOtherMigrations(owner: DatabaseAddress, manifest: Manifest): Promise<void> {
  const client = new Client(clientConfig(owner, 'earshot_owner'));
  await client.connect();
  try {
    const { rows } = await client.query(
      'select number, name, checksum from schema_migrations order by number',
    );
    if (JSON.stringify(rows) !== JSON.stringify(withBaseline(manifest.migrations))) {
      throw new Error(
        `The backup was made by another version of Earshot (${manifest.product}). Restore with that version.`,
      );
    }
  } finally {
    await client.end();
  }
}

/** Opens a backup by its name in the configured place, or by the path of a folder. */
async function openGiven(
  { backups, backupKey: key }: Config,
  word: string,
  acceptsUnencrypted: boolean,
): Promise<Opened> {
  const isNamed = backups !== undefined && momentOf(word) !== undefined;
  const files = isNamed ? (await openHome(backups)).files(word) : folderFiles(resolve(word));
  return openToRestore(files, { key, name: isNamed ? word : undefined, acceptsUnencrypted });
}

const { words, config } = readCommand();
const [given] = words.filter((word) => word !== unencryptedOption);
if (given === undefined || (given === '--list' && !config.backups)) {
  say(usage);
  process.exit(2);
}
try {
  if (given === '--list' && config.backups) {
    for await (const line of describeSet(await openHome(config.backups), config.backupKey)) say(line);
    process.exit(0);
  }
  await restore(config, await openGiven(config, given, words.includes(unencryptedOption)));
  say('Restored. Start Earshot as usual.');
  say('Backups do not contain the seals of the ledger. See docs/operations.md, "The books".');
} catch (error) {
  const nothing = given === '--list' ? '' : 'Nothing was restored.\n';
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${nothing}`);
  process.exitCode = 1;
}
