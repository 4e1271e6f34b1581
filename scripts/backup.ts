import './check-node.ts';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { product } from '#contract/product.ts';
import { clientConfig } from '#server/adapters/database/database-address.ts';
import { recordBackup } from '#server/adapters/storage/backups.ts';
import { OperatorError } from '#server/foundation/operator-messages.ts';
import type { Config } from '#server/settings/config.ts';
import { openStorage } from '#server/start/open-parts.ts';
import { backupName } from './backup/backup-set.ts';
import { checkHeld, type EarlierBackup, readEarlier, saveObjects } from './backup/copy-objects.ts';
import { savePages } from './backup/copy-pages.ts';
import { dumpDatabase } from './backup/dump-database.ts';
import { folderFiles } from './backup/folder-home.ts';
import { isEmpty } from './backup/folders.ts';
import { readManifest, secretFile, writeManifest } from './backup/manifest.ts';
import { openHome } from './backup/open-home.ts';
import { keepMarkedDays } from './backup/retention-rules.ts';
import { type BackupPlace, saveText } from './backup/saved-stream.ts';
import { identityOf } from './backup/sealed-stream.ts';
import { keepLonger, tidyAfter, tidyBefore } from './backup/tidy-home.ts';
import { type CommandContext, readCommand, withOwnerDatabase } from './owner-database.ts';

const usage = `Backs up the database and the stored files that the settings name, on disk or S3. The server may keep running.

  npm run backup -- [--env-file FILE] FOLDER
  npm run backup -- [--env-file FILE]            to BACKUP_DIR or BACKUP_S3_BUCKET
  npm run backup -- [--env-file FILE] --identity prints the age identity of BACKUP_KEY, which opens any file of a backup:
                                                 age -d -i IDENTITY_FILE objects/tracks/KEY

FOLDER must be new or empty. The backup contains everything: accounts, money, unreleased music and the server's secret. Without
BACKUP_KEY it is not encrypted, so keep it as private as the server itself. In BACKUP_DIR or BACKUP_S3_BUCKET, each backup gets
its own name and shares unchanged audio with the previous one. A backup made with this command is kept for ${keepMarkedDays} days, as is the
last one before an upgrade. Afterwards, the command deletes the scheduled backups that are older than two days and that
BACKUP_KEEP_DAYS and BACKUP_KEEP_WEEKS no longer keep.`;

const say = (line: string) => process.stdout.write(`${line}\n`);
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

/** Two backups at once would remove one another's folders. */
const lock = 7_202_612;

/** Runs the work while its connection holds the lock. */
async function alone(
  { ownerAddress }: CommandContext,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({
    ...clientConfig(ownerAddress, 'earshot_owner', ['timezone=UTC']),
    application_name: 'earshot backup',
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [
      lock,
    ]);
    if (!rows[0]?.isFree) throw new OperatorError('Another backup of this database is running.');
    await work(client);
  } finally {
    await client.end();
  }
}

/** For the server's own backups. */
const scheduledOption = '--scheduled';

interface Saving {
  readonly place: BackupPlace;
  /** The moment in its name, if it has one. */
  readonly madeAt: Date;
  readonly earlier?: EarlierBackup | undefined;
  readonly isMadeByHand?: boolean;
}

/** Saves everything as of one moment, the snapshot of the transaction. */
async function saveEverything(
  { config, clock, database }: CommandContext,
  client: Client,
  { place, madeAt, earlier, isMadeByHand = false }: Saving,
): Promise<void> {
  const { title } = place.files;
  await client.query('begin isolation level repeatable read read only');
  const dump = await dumpDatabase(client, place);
  const storage = await openStorage(config);
  const { copiedBytes, ...saved } = await saveObjects(client, { storage, database, place, earlier });
  await client.query('commit');
  await checkHeld(place, saved);
  const secret = config.serverSecret
    ? undefined
    : await readFile(join(config.dataDirectory, secretFile), 'utf8').catch(() => undefined);
  const otherFiles = await savePages(config.dataDirectory, place);
  if (secret !== undefined) otherFiles.push(await saveText(place, secretFile, secret));
  if (isMadeByHand) await keepLonger(place, 'made by hand');
  await writeManifest(place, {
    format: 1,
    product: product.version,
    madeAt: madeAt.toISOString(),
    ...dump,
    ...saved,
    otherFiles,
    hasSecret: secret !== undefined,
  });
  const ofTables = dump.tables.reduce((sum, { file }) => sum + file.byteLength, 0);
  await recordBackup(database, {
    ...{ madeAt, finishedAt: clock.now(), place: title },
    ...{ bytes: ofTables + saved.objects.bytes, copiedBytes: ofTables + copiedBytes },
  });
  const rows = dump.tables.reduce((sum, table) => sum + table.rows, 0);
  say(
    `Backed up ${rows} rows of ${dump.tables.length} tables and ${saved.objects.files} files (audio, avatars and covers) to ${title}`,
  );
  if (saved.leftOut.length > 0) {
    say(`Left out, because they were deleted during the backup: ${saved.leftOut.length} files.`);
  }
  if (earlier !== undefined) {
    say(
      `Copied ${megabytes(copiedBytes)} of ${megabytes(saved.objects.bytes)} MB in files; the rest is shared with earlier backups.`,
    );
  }
  if (place.key !== undefined)
    say('It is encrypted. Keep BACKUP_KEY: nobody can restore the backup without it.');
  if (config.serverSecret) say('Keep SERVER_SECRET as well: it is a setting, so it is not in the backup.');
  else if (secret === undefined) {
    say(`There is no secret to back up: no SERVER_SECRET, and no ${secretFile} under DATA_DIR.`);
  }
}

/**
 * Adds a backup to the configured place. Old ones are removed only once it is complete; interrupted ones first, so that
 * failed attempts do not fill the disk.
 */
async function backUpIntoSet(
  context: CommandContext,
  settings: NonNullable<Config['backups']>,
  client: Client,
  isMadeByHand: boolean,
): Promise<void> {
  const { backupKey: key } = context.config;
  const home = await openHome(settings);
  await tidyBefore(home, { key, say });
  const madeAt = context.clock.now();
  const name = backupName(madeAt);
  const place = { files: home.files(name), key };
  const newest = (await home.list()).find(({ isWhole }) => isWhole);
  const earlier = newest && (await readEarlier(home.files(newest.name), key));
  if (newest && !earlier) {
    say(`Nothing is shared with ${newest.name}: it has another key or format, or cannot be read.`);
  }
  if (earlier) await keepBeforeUpgrade(client, earlier.place);
  await saveEverything(context, client, { place, madeAt, earlier, isMadeByHand });
  try {
    await tidyAfter(home, name, { key, say, ...settings });
  } catch (error) {
    // An OperatorError may mean that the new backup is not listed, so it must not be reported as written.
    if (error instanceof OperatorError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`The backup was written, but old ones could not be removed: ${reason}`, {
      cause: error,
    });
  }
}

/** The newest backup of another version is the only way back to it: older versions cannot restore newer backups. */
async function keepBeforeUpgrade(client: Client, newest: BackupPlace): Promise<void> {
  const { product: madeBy, migrations } = await readManifest(newest);
  const { rows } = await client.query<{ newest: number }>(
    'select max(number) as newest from public.schema_migrations',
  );
  const last = Math.max(...migrations.map(({ number }) => number));
  if (madeBy !== product.version || last !== rows[0]?.newest) {
    await keepLonger(newest, `made by ${madeBy}, before an upgrade`);
  }
}

const { words, config } = readCommand();
const isScheduled = words[0] === scheduledOption;
const [given] = isScheduled ? words.slice(1) : words;
const { backups } = config;
if (words[0] === '--identity' && config.backupKey !== undefined) {
  say(identityOf(config.backupKey));
  process.exit(0);
}
if (words[0] === '--identity') {
  say('BACKUP_KEY is empty, so backups are not encrypted.');
  process.exit(1);
}
if (given === undefined && !backups) {
  say(usage);
  process.exit(2);
}
if (given !== undefined && !(await isEmpty(resolve(given)))) {
  say(`${resolve(given)} is not empty. A backup needs a new or empty folder.`);
  process.exit(1);
}
await withOwnerDatabase(config, async (context) => {
  await alone(context, async (client) => {
    if (given !== undefined) {
      const place = { files: folderFiles(resolve(given)), key: config.backupKey };
      await saveEverything(context, client, { place, madeAt: context.clock.now() });
    } else if (backups) await backUpIntoSet(context, backups, client, !isScheduled);
  });
});
