import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded-postgres.ts';
import { asAdministrator } from '#tests/support/world/administrator.ts';
import { type CommandResult, runCommand } from '#tests/support/world/commands.ts';
import { prepareDatabase } from '#tests/support/world/prepared-database.ts';
import { aTrackAt } from '#tests/support/world/restore-drill.ts';
import { startServerHere } from '#tests/support/world/server-here.ts';
import { startServerProcess } from '#tests/support/world/server-process.ts';
import { folderHome } from '../../../scripts/backup/folder-home.ts';

let folder: string;
let settings: Record<string, string>;
let set: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-set-'));
  set = join(folder, 'backups');
  settings = {
    DATA_DIR: join(folder, 'data'),
    BACKUP_DIR: set,
    BACKUP_KEEP_DAYS: '1',
    BACKUP_KEEP_WEEKS: '0',
  };
  await prepareDatabase(join(folder, 'data'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Another second, so that it gets another name. */
async function backUp(words: readonly string[] = []): Promise<CommandResult> {
  await sleep(1000);
  return runCommand('backup', words, settings);
}
const scheduled = ['--scheduled'];

/** The one audio file of the newest whole backup. */
async function savedAudio(): Promise<string> {
  const [newest] = (await folderHome(set).list()).filter(({ isWhole }) => isWhole);
  const objects = join(set, newest?.name ?? expect.fail('There is no backup.'), 'objects');
  const files = await readdir(objects, { recursive: true, withFileTypes: true });
  const [audio] = files.filter((entry) => entry.isFile() && entry.parentPath.includes('tracks'));
  return join(audio?.parentPath ?? '', audio?.name ?? expect.fail('There is no audio.'));
}

test('a backup never deletes one made by hand, or the last one before an upgrade', async () => {
  const names = async () => (await folderHome(set).list()).map(({ name }) => name);
  const backUpOnSchedule = async () => {
    expect(await backUp(scheduled)).toMatchObject({ code: 0 });
    return (await names())[0] ?? expect.fail('There is no backup.');
  };
  await backUp();
  const [byHand = ''] = await names();
  const beforeUpgrade = await backUpOnSchedule();
  const manifest = join(set, beforeUpgrade, 'manifest.json');
  const ofThisVersion = await readFile(manifest, 'utf8');
  await writeFile(manifest, ofThisVersion.replace(/"product": "[^"]+"/, '"product": "0.0.1"'));
  const first = await backUpOnSchedule();
  const second = await backUpOnSchedule();
  const left = await names();
  expect(left).toEqual(expect.arrayContaining([second, beforeUpgrade, byHand]));
  // Unless it was the last one in its hour, the scheduled one is gone.
  if (first.slice(0, 13) === second.slice(0, 13)) expect(left).not.toContain(first);
  const { output } = await runCommand('restore', ['--list'], settings);
  expect(output.match(/ by 0\.0\.1, kept until \d{4}-\d\d-\d\d$/gm)).toHaveLength(1);
  expect(output.match(/kept until/g)).toHaveLength(2);
});

test('backups share unchanged audio, interrupted ones are deleted, a damaged copy is replaced, and a chosen one is restored', async () => {
  const server = await startServerHere(settings);
  try {
    await aTrackAt(server, 'One');
    expect(await backUp()).toMatchObject({ code: 0 });
    const first = await stat(await savedAudio());

    await mkdir(join(set, '2020-01-01T00-00-00Z'));
    await mkdir(join(set, 'of-somebody-else'));
    const second = await backUp();
    expect(second.output).toMatch(/Copied 0\.0 of \d\.\d MB in files; the rest is shared/);
    expect(second.output).toContain('Removed the interrupted backup 2020-01-01T00-00-00Z');
    expect((await readdir(set)).length).toBe(3);
    expect(await readdir(set)).toContain('of-somebody-else');
    expect(await stat(await savedAudio())).toMatchObject({ ino: first.ino, nlink: 2, size: first.size });

    await writeFile(await savedAudio(), 'not what was saved');
    const third = await backUp();
    expect(third.output).not.toContain('Copied 0.0 ');
    expect((await stat(await savedAudio())).size).toBe(first.size);

    const metrics = await (await fetch(new URL('/metrics', server.url))).text();
    expect(metrics).toMatch(/^earshot_backup_age_seconds \d/m);
  } finally {
    await server.stop();
  }
  const [kept] = await folderHome(set).list();
  const name = kept?.name ?? expect.fail('There is no backup.');
  const listed = await runCommand('restore', ['--list'], settings);
  expect(listed).toMatchObject({ code: 0, output: expect.stringContaining(`${name}  `) });
  await rm(join(folder, 'data'), { recursive: true });
  const restored = await runCommand('restore', [name], settings);
  expect(restored).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 stored file was restored'),
  });
}, 180_000);

test('the server makes a backup once the newest is old enough', async () => {
  const server = await startServerProcess({ ...settings, PORT: '0' });
  const database = await startEmbeddedPostgres({
    dataDirectory: join(folder, 'data', 'postgres'),
    mayCreate: false,
  });
  const runJob = () =>
    asAdministrator(database.address, (client) => client.query("select graphile_worker.add_job('back-up')"));
  const jobs = () =>
    asAdministrator(database.address, async (client) => {
      const { rows } = await client.query(
        "select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'back-up'",
      );
      return rows[0].jobs;
    });
  const recorded = () =>
    asAdministrator(database.address, async (client) => {
      const { rows } = await client.query('select count(*)::int as backups from backups');
      return rows[0].backups;
    });
  try {
    await runJob();
    await expect
      .poll(() => folderHome(set).list(), { timeout: 60_000 })
      .toEqual([expect.objectContaining({ isWhole: true })]);
    const backups = await folderHome(set).list();
    await expect.poll(recorded, { timeout: 60_000 }).toBe(1);
    await runJob();
    await expect.poll(jobs, { timeout: 60_000 }).toBe(0);
    // As long as the first one took to appear.
    await sleep(3000);
    expect(await folderHome(set).list()).toEqual(backups);
  } finally {
    await server.stop();
    await database.stop();
  }
}, 180_000);

test('two backups of one database cannot run at once', async () => {
  const server = await startServerHere(settings);
  const database = await startEmbeddedPostgres({
    dataDirectory: join(folder, 'data', 'postgres'),
    mayCreate: false,
  });
  try {
    await asAdministrator(database.address, async (client) => {
      await client.query('select pg_advisory_lock(7202612)');
      const refused = await backUp();
      expect(refused).toMatchObject({
        code: 1,
        output: expect.stringContaining('Another backup of this database'),
      });
    });
    expect(await folderHome(set).list()).toEqual([]);
  } finally {
    await server.stop();
    await database.stop();
  }
});

test('a backup with a key is unreadable, shares nothing with an unencrypted one, and only the key restores it', async () => {
  const key = 'a key of the operator, 32 letters or more';
  const server = await startServerHere(settings);
  try {
    await aTrackAt(server, 'One');
    expect(await backUp()).toMatchObject({ code: 0 });
    settings = { ...settings, BACKUP_KEY: key };
    const sealed = await backUp();
    expect(sealed.output).toContain('It is encrypted. Keep BACKUP_KEY');
    const first = await stat(await savedAudio());
    expect(await backUp()).toMatchObject({ code: 0 });
    // Shared by the two that are encrypted with one key.
    expect(await stat(await savedAudio())).toMatchObject({ ino: first.ino });
  } finally {
    await server.stop();
  }
  const { name } = (await folderHome(set).list())[0] ?? expect.fail('There is no backup.');
  const files = await readdir(join(set, name), { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile())) {
    const bytes = await readFile(join(file.parentPath, file.name));
    expect(bytes.subarray(0, 16).toString(), file.name).toBe('age-encryption.o');
  }
  await rm(join(folder, 'data'), { recursive: true });
  const { BACKUP_KEY: _, ...without } = settings;
  expect(await runCommand('restore', [name], without)).toMatchObject({
    code: 1,
    output: expect.stringContaining('is encrypted. Set BACKUP_KEY'),
  });
  const other = { ...settings, BACKUP_KEY: 'another key of somebody, 32 letters' };
  expect(await runCommand('restore', [name], other)).toMatchObject({
    code: 1,
    output: expect.stringContaining('manifest.json cannot be decrypted'),
  });
  expect((await runCommand('restore', ['--list'], settings)).output).toContain(', encrypted');
  expect(await runCommand('restore', [name], settings)).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 stored file was restored'),
  });
}, 180_000);

/** The newest backup as if it had been made on that day. */
async function setBack(day: string): Promise<string> {
  const [newest] = await folderHome(set).list();
  const name = `${day}T00-00-00Z`;
  await rename(join(set, newest?.name ?? expect.fail('There is no backup.')), join(set, name));
  return name;
}

test('after the key changes or is removed, the next backup is complete, shares nothing, and the list shows each key', async () => {
  const without = { ...settings, BACKUP_KEEP_DAYS: '7' };
  const withFirst = { ...without, BACKUP_KEY: 'the first key of 32 letters or more' };
  const withSecond = { ...without, BACKUP_KEY: 'the second key of 32 letters or more' };
  const server = await startServerHere(without);
  try {
    await aTrackAt(server, 'One');
    settings = withFirst;
    expect(await backUp(scheduled)).toMatchObject({ code: 0 });
    const first = await setBack('2020-01-01');
    settings = withSecond;
    const other = expect.stringContaining(`Nothing is shared with ${first}`);
    expect(await backUp(scheduled)).toMatchObject({ code: 0, output: other });
    const second = await setBack('2020-01-02');
    settings = without;
    const none = expect.stringContaining(`Nothing is shared with ${second}`);
    expect(await backUp(scheduled)).toMatchObject({ code: 0, output: none });
  } finally {
    await server.stop();
  }
  const listed = async (given: Record<string, string>) => {
    const { code, output } = await runCommand('restore', ['--list'], given);
    expect(code).toBe(0);
    return output.trim().split('\n');
  };
  expect(await listed(withSecond)).toEqual([
    expect.stringMatching(/ rows, 1 files of \d\.\d MB, by [\d.]+, not encrypted$/),
    expect.stringMatching(/^2020-01-02.* 1 files .*, encrypted$/),
    '2020-01-01T00-00-00Z  encrypted with another key, or damaged',
  ]);
  expect((await listed(without)).slice(1)).toEqual([
    '2020-01-02T00-00-00Z  encrypted; set BACKUP_KEY to read it',
    '2020-01-01T00-00-00Z  encrypted; set BACKUP_KEY to read it',
  ]);
}, 180_000);
