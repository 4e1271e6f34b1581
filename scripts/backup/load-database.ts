import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Client, escapeIdentifier } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { clientConfig, type DatabaseAddress } from '#server/adapters/database/database-address.ts';
import { keyOfPictureObject } from '#server/adapters/storage/stored-object-rules.ts';
import { columnList, nameOf } from './dump-database.ts';
import type { Manifest, SavedTable } from './manifest.ts';
import { type BackupPlace, readSaved } from './saved-stream.ts';

/**
 * Fills a database that has been migrated as far as the backup, in one transaction: all of it or nothing. Triggers and
 * foreign keys rest meanwhile, because the rows were consistent when they were saved; the user must be a superuser or
 * be granted SET ON PARAMETER session_replication_role.
 */
export async function loadDatabase(
  address: DatabaseAddress,
  manifest: Manifest,
  place: BackupPlace,
): Promise<void> {
  const client = new Client({ ...clientConfig(address, undefined), application_name: 'earshot restore' });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await makePartitions(client, manifest);
    // The backup also contains the rows that the migrations insert.
    await client.query(`truncate ${manifest.tables.map(nameOf).join(', ')}`);
    for (const table of manifest.tables) await loadTable(client, table, place);
    await forgetLeftOut(client, manifest);
    for (const sequence of manifest.sequences) {
      await client.query('select setval($1::regclass, $2::bigint)', [nameOf(sequence), sequence.value]);
    }
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

async function makePartitions(client: Client, { partitions }: Manifest): Promise<void> {
  await client.query('set local role earshot_owner');
  for (const { parent, name, bounds } of partitions) {
    const table = `public.${escapeIdentifier(name)}`;
    await client.query(
      `create table if not exists ${table} partition of public.${escapeIdentifier(parent)} ${bounds}`,
    );
  }
  await client.query('set local role none');
}

async function loadTable(client: Client, table: SavedTable, place: BackupPlace): Promise<void> {
  const rows = client.query(copyFrom(`copy ${nameOf(table)} (${columnList(table)}) from stdin`));
  await pipeline(await readSaved(place, table.file.path), createGunzip(), rows);
  if (rows.rowCount !== table.rows) {
    throw new Error(`${table.schema}.${table.name} has ${rows.rowCount} rows instead of ${table.rows}.`);
  }
}

/** Clears references to objects that were removed during the backup, or the next backup would miss those objects. */
async function forgetLeftOut(client: Client, { leftOut }: Manifest): Promise<void> {
  if (leftOut.length === 0) return;
  const pictures = leftOut.map(keyOfPictureObject);
  await client.query('update profiles set avatar_key = null where avatar_key = any($1)', [pictures]);
  await client.query('update artist_tracks set cover_key = null where cover_key = any($1)', [pictures]);
  await client.query(
    `update audio_files set storage_key = 'erased/' || id, analysis = 'failed', peaks = null, loudness_lufs = null
     where storage_key = any($1)`,
    [leftOut],
  );
}

/** The rules of the ledger audit that fail; empty if all hold. */
export async function findContradictions(address: DatabaseAddress): Promise<readonly string[]> {
  const client = new Client(clientConfig(address, 'earshot_owner'));
  await client.connect();
  try {
    const { rows } = await client.query<{ text: string }>(
      "select rule || ' ' || subject || ': ' || detail as text from ledger.audit() limit 100",
    );
    return rows.map(({ text }) => text);
  } finally {
    await client.end();
  }
}
