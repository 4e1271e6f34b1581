import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { avatarUploadPath, coverUploadPath } from '#contract/upload-paths.ts';
import type { DatabaseAddress } from '#server/adapters/database/database-address.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded-postgres.ts';
import { picture } from '#tests/support/files/pictures.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { asAdministrator } from '#tests/support/world/administrator.ts';
import { type CommandResult, runCommand } from '#tests/support/world/commands.ts';
import { prepareDatabase } from '#tests/support/world/prepared-database.ts';
import { aTrackAt } from '#tests/support/world/restore-drill.ts';
import { startServerHere } from '#tests/support/world/server-here.ts';
import { folderHome } from '../../../scripts/backup/folder-home.ts';

const earlier = '2020-01-01T00-00-00Z';
let folder: string;
let set: string;
let settings: Record<string, string>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-removals-'));
  set = join(folder, 'backups');
  settings = { DATA_DIR: join(folder, 'data'), BACKUP_DIR: set };
  await prepareDatabase(join(folder, 'data'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Another second, so that it gets another name. */
async function backUp(): Promise<CommandResult> {
  await sleep(1000);
  return runCommand('backup', [], settings);
}

/** A backup that has its snapshot before the work and copies objects after it. */
async function backUpDuring(address: DatabaseAddress, work: () => Promise<unknown>): Promise<CommandResult> {
  return asAdministrator(address, async (client) => {
    const isWaiting = () =>
      asAdministrator(address, async (other) => {
        const { rows } = await other.query(
          `select count(*)::int as waiting from pg_stat_activity
           where application_name = 'earshot backup' and wait_event_type = 'Lock'`,
        );
        return rows[0].waiting;
      });
    await client.query('begin; lock table public.backups in access exclusive mode');
    const made = backUp();
    await expect.poll(isWaiting, { timeout: 60_000 }).toBe(1);
    await work();
    await client.query('rollback');
    return made;
  });
}

async function put(artist: ApiUser, path: string): Promise<void> {
  const body = new Blob([new Uint8Array(await picture().png().toBuffer())]);
  expect((await artist.fetch(path, { method: 'PUT', body })).status).toBe(200);
}
async function coverPathOf(artist: ApiUser): Promise<string> {
  const { items } = await artist.get(api.tracks.listOwnTracks, { query: {} });
  return coverUploadPath(items[0]?.id ?? expect.fail('There is no track.'));
}

/** Paths of the stored files that begin so. */
async function stored(prefix: string): Promise<string[]> {
  const files = await readdir(join(folder, 'data/audio', prefix), { recursive: true, withFileTypes: true });
  return files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
}

test('files removed during a backup are left out, and files that a row still names are reported missing', async () => {
  const server = await startServerHere(settings);
  const data = join(folder, 'data', 'postgres');
  const { address, stop } = await startEmbeddedPostgres({ dataDirectory: data, mayCreate: false });
  try {
    const leaving = await aTrackAt(server, 'leaving');
    const audioOfLeaving = await stored('tracks');
    const artist = await aTrackAt(server, 'staying');
    const coverPath = await coverPathOf(artist);
    await put(artist, avatarUploadPath);
    await put(artist, coverPath);
    const during = await backUpDuring(address, async () => {
      expect((await artist.fetch(avatarUploadPath, { method: 'DELETE' })).status).toBe(200);
      await put(artist, coverPath);
      await leaving.get(api.personalData.deleteAccount, {
        body: { password: 'a velvet curtain at noon', confirmation: 'DELETE', forfeitCents: 0 },
      });
      // As the sweep does.
      for (const path of audioOfLeaving) await rm(path);
    });
    expect(during).toMatchObject({
      code: 0,
      output: expect.stringContaining('Left out, because they were deleted during the backup: 3 files.'),
    });
    const [newest] = await folderHome(set).list();
    // Of one day only the newest is kept.
    await rename(join(set, newest?.name ?? expect.fail('There is no backup.')), join(set, earlier));
    // The rows of an erased account's audio stay and name no object.
    const after = await backUp();
    expect(after).toMatchObject({ code: 0, output: expect.stringContaining('and 2 files') });
    expect(after.output).not.toContain('left out');

    for (const path of await stored('covers')) await rm(path);
    const [shares] = await folderHome(set).list();
    await rm(join(set, shares?.name ?? expect.fail('There is no backup.')), { recursive: true });
    const missed = { code: 1, output: expect.stringMatching(/covers\/.* is missing/) };
    expect(await backUp()).toMatchObject(missed);
    expect(await backUp()).toMatchObject(missed);
    // Of tries that fail only the last one lies there.
    expect((await folderHome(set).list()).map(({ isWhole }) => isWhole)).toEqual([false, true]);
  } finally {
    await server.stop();
    await stop();
  }
  await rm(join(folder, 'data'), { recursive: true });
  expect(await runCommand('restore', [join(set, earlier)], settings)).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 stored file was restored'),
  });
  // What was left out is named by no row that came back.
  expect(await backUp()).toMatchObject({ code: 0, output: expect.stringContaining('and 1 files') });
}, 240_000);
