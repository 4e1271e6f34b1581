import './check-node.ts';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { product } from '#contract/product.ts';
import { recordBackup } from '#server/adapters/backups/backup-log.ts';
import { clientConfig } from '#server/adapters/database/database-address.ts';
import { openStorage } from '#server/start/open-storage.ts';
import { saveObjects } from './backup/copy-objects.ts';
import { dumpDatabase } from './backup/dump-database.ts';
import { isEmpty, makeFolder } from './backup/folders.ts';
import { secretFile, writeManifest } from './backup/manifest.ts';
import { saveText } from './backup/saved-stream.ts';
import { type CommandContext, readCommand, withOwnerDatabase } from './owner-database.ts';

const usage = `Backs up the database and the stored files of the settings, on disk or S3, beside a running server or without one.

  npm run backup -- [--env-file FILE] FOLDER

FOLDER must be new or empty. It will hold everything: accounts, money, unreleased music and the server's secret. Keep it
as private as the server itself.`;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Everything belongs to one moment: the snapshot in which the transaction begins. */
async function backUp(
  { config, clock, database, ownerAddress }: CommandContext,
  folder: string,
): Promise<void> {
  const client = new Client({
    ...clientConfig(ownerAddress, 'earshot_owner', ['timezone=UTC']),
    application_name: 'earshot backup',
  });
  await client.connect();
  try {
    await makeFolder(folder);
    const madeAt = clock.now();
    await client.query('begin isolation level repeatable read read only');
    const dump = await dumpDatabase(client, folder);
    const saved = await saveObjects(client, await openStorage(config), folder);
    const secret = config.serverSecret
      ? undefined
      : await readFile(join(config.dataDirectory, secretFile), 'utf8').catch(() => undefined);
    if (secret !== undefined) await saveText(folder, secretFile, secret);
    await writeManifest(folder, {
      format: 1,
      product: product.version,
      madeAt: madeAt.toISOString(),
      ...dump,
      ...saved,
      hasSecret: secret !== undefined,
    });
    const bytes = saved.objects.bytes + dump.tables.reduce((sum, { file }) => sum + file.byteLength, 0);
    await recordBackup(database, { madeAt, finishedAt: clock.now(), folder, bytes, copiedBytes: bytes });
    const rows = dump.tables.reduce((sum, table) => sum + table.rows, 0);
    say(
      `Backed up ${rows} rows of ${dump.tables.length} tables and ${saved.objects.files} files, audio and avatars, to ${folder}`,
    );
    if (config.serverSecret) say('Keep SERVER_SECRET as well: it is a setting and not part of the backup.');
    else if (secret === undefined) {
      say(`There is no secret to back up: no SERVER_SECRET, and no ${secretFile} under DATA_DIR.`);
    }
  } finally {
    await client.end();
  }
}

const { words, config } = readCommand();
const [given] = words;
if (given === undefined) {
  say(usage);
  process.exit(2);
}
const folder = resolve(given);
if (!(await isEmpty(folder))) {
  say(`${folder} is not empty. A backup goes into a folder of its own.`);
  process.exit(1);
}
await withOwnerDatabase(config, (context) => backUp(context, folder));
