import './check-node.ts';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { product } from '#contract/product.ts';
import { recordBackup } from '#server/adapters/backups/backup-log.ts';
import { clientConfig } from '#server/adapters/database/database-address.ts';
import type { Config } from '#server/settings/config.ts';
import { openStorage } from '#server/start/open-storage.ts';
import { OperatorError } from '#server/start/operator-error.ts';
import { backupName, listBackups, removeBackup } from './backup/backup-set.ts';
import { saveObjects } from './backup/copy-objects.ts';
import { savePages } from './backup/copy-pages.ts';
import { dumpDatabase } from './backup/dump-database.ts';
import { isEmpty, makeFolder } from './backup/folders.ts';
import { openBackup, secretFile, writeManifest } from './backup/manifest.ts';
import { outdated } from './backup/retention-rules.ts';
import { type BackupPlace, saveText } from './backup/saved-stream.ts';
import { type CommandContext, readCommand, withOwnerDatabase } from './owner-database.ts';

const usage = `Backs up the database and the stored files of the settings, on disk or S3, beside a running server or without one.

  npm run backup -- [--env-file FILE] FOLDER
  npm run backup -- [--env-file FILE]            into BACKUP_DIR

FOLDER must be new or empty. It will hold everything: accounts, money, unreleased music and the server's secret. Without
BACKUP_KEY it is not encrypted: keep it as private as the server itself. In BACKUP_DIR each backup gets a folder of its own and shares unchanged audio with the one before;
those beyond BACKUP_KEEP_DAYS and BACKUP_KEEP_WEEKS are removed afterwards.`;

const say = (line: string) => process.stdout.write(`${line}\n`);
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

/** Two at once would remove one another's folders, and read everything twice. */
const lock = 7_202_612;

/** Everything belongs to one moment: the snapshot in which the transaction begins. */
async function backUp(context: CommandContext, place: BackupPlace, earlier?: BackupPlace): Promise<void> {
  const { ownerAddress } = context;
  const client = new Client({
    ...clientConfig(ownerAddress, 'earshot_owner', ['timezone=UTC']),
    application_name: 'earshot backup',
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [
      lock,
    ]);
    if (!rows[0]?.isFree) throw new OperatorError('Another backup of this database is being made.');
    await saveEverything(context, client, place, earlier);
  } finally {
    await client.end();
  }
}

async function saveEverything(
  { config, clock, database }: CommandContext,
  client: Client,
  place: BackupPlace,
  earlier: BackupPlace | undefined,
): Promise<void> {
  const { folder } = place;
  await makeFolder(folder);
  const madeAt = clock.now();
  await client.query('begin isolation level repeatable read read only');
  const dump = await dumpDatabase(client, place);
  const storage = await openStorage(config);
  const { copiedBytes, ...saved } = await saveObjects(client, storage, { place, earlier });
  const secret = config.serverSecret
    ? undefined
    : await readFile(join(config.dataDirectory, secretFile), 'utf8').catch(() => undefined);
  if (secret !== undefined) await saveText(place, secretFile, secret);
  await savePages(config.dataDirectory, place);
  await writeManifest(place, {
    format: 1,
    product: product.version,
    madeAt: madeAt.toISOString(),
    ...dump,
    ...saved,
    hasSecret: secret !== undefined,
  });
  const ofTables = dump.tables.reduce((sum, { file }) => sum + file.byteLength, 0);
  await recordBackup(database, {
    ...{ madeAt, finishedAt: clock.now(), folder },
    ...{ bytes: ofTables + saved.objects.bytes, copiedBytes: ofTables + copiedBytes },
  });
  const rows = dump.tables.reduce((sum, table) => sum + table.rows, 0);
  say(
    `Backed up ${rows} rows of ${dump.tables.length} tables and ${saved.objects.files} files, audio, avatars and covers, to ${folder}`,
  );
  if (earlier !== undefined) {
    say(
      `Of ${megabytes(saved.objects.bytes)} MB in files ${megabytes(copiedBytes)} MB were copied; the rest is shared.`,
    );
  }
  if (place.key !== undefined) say('It is encrypted. Keep BACKUP_KEY: without it nobody can restore it.');
  if (config.serverSecret) say('Keep SERVER_SECRET as well: it is a setting and not part of the backup.');
  else if (secret === undefined) {
    say(`There is no secret to back up: no SERVER_SECRET, and no ${secretFile} under DATA_DIR.`);
  }
}

/** One that needs a key which is no longer set shares nothing. */
const earlierPlace = (folder: string, key: string | undefined): Promise<BackupPlace | undefined> =>
  openBackup(folder, key).catch(() => undefined);

/** One more backup in BACKUP_DIR. Old ones go only after it is whole. */
async function backUpIntoSet(
  context: CommandContext,
  settings: NonNullable<Config['backups']>,
): Promise<void> {
  const { folder } = settings;
  const name = backupName(context.clock.now());
  const earlier = (await listBackups(folder)).find(({ isWhole }) => isWhole);
  const { backupKey: key } = context.config;
  const place = { folder: join(folder, name), key };
  await backUp(context, place, earlier && (await earlierPlace(join(folder, earlier.name), key)));
  const all = await listBackups(folder);
  // One that began later may be under way.
  const interrupted = all.filter((backup) => !backup.isWhole && backup.name < name);
  const old = outdated(
    all.filter(({ isWhole }) => isWhole),
    settings,
  );
  for (const backup of [...interrupted, ...old]) {
    await removeBackup(folder, backup.name);
    say(`Removed ${backup.isWhole ? 'the old' : 'the interrupted'} backup ${backup.name}`);
  }
}

const { words, config } = readCommand();
const [given] = words;
const { backups } = config;
if (given === undefined && !backups) {
  say(usage);
  process.exit(2);
}
if (given !== undefined && !(await isEmpty(resolve(given)))) {
  say(`${resolve(given)} is not empty. A backup goes into a folder of its own.`);
  process.exit(1);
}
await withOwnerDatabase(config, async (context) => {
  if (given !== undefined) await backUp(context, { folder: resolve(given), key: config.backupKey });
  else if (backups) await backUpIntoSet(context, backups);
});
