import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type S3StandIn, startS3StandIn } from '#tests/support/stand-ins/s3-stand-in.ts';
import { type CommandResult, runCommand } from '#tests/support/world/commands.ts';
import { listedBackups } from '#tests/support/world/listed-backups.ts';
import { prepareDatabase } from '#tests/support/world/prepared-database.ts';
import { aTrackAt } from '#tests/support/world/restore-drill.ts';
import { startServerHere } from '#tests/support/world/server-here.ts';

let folder: string;
let s3: S3StandIn;
let settings: Record<string, string>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-bucket-'));
  s3 = await startS3StandIn(['kept']);
  settings = {
    DATA_DIR: join(folder, 'data'),
    FREE_CREDITS_PER_MONTH: '2',
    BACKUP_S3_BUCKET: 'kept',
    BACKUP_S3_ENDPOINT: s3.endpoint,
    BACKUP_S3_ACCESS_KEY_ID: s3.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    BACKUP_KEEP_DAYS: '1',
    BACKUP_KEEP_WEEKS: '0',
    BACKUP_KEY: 'a key of the operator, 32 letters or more',
  };
  await prepareDatabase(join(folder, 'data'));
});
afterEach(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

/** Another second, so that it gets another name. */
async function backUp(changed: Record<string, string> = {}): Promise<CommandResult> {
  await sleep(1000);
  return runCommand('backup', ['--scheduled'], { ...settings, ...changed });
}
const listed = () => listedBackups(settings);
/** The keys below a folder of the place of backups. */
const keysIn = (part: string) =>
  [...s3.objects.keys()].filter((path) => path.startsWith(`kept/earshot-backups/${part}/`));
const newest = async () => (await listed())[0]?.split(' ')[0] ?? expect.fail('There is no backup.');

test('unchanged audio is sent once, old backups are deleted without shared files, and a broken network leaves no complete-looking backup', async () => {
  const server = await startServerHere(settings);
  try {
    const leaving = await aTrackAt(server, 'One');
    expect(await backUp()).toMatchObject({ code: 0 });
    const [audio = ''] = keysIn('objects');
    const first = await newest();
    expect(audio).toContain(`/objects/${first.toLowerCase()}/tracks/`);

    // The connection is lost at the last file, the manifest, and does not come back while it is tried again.
    s3.breaks = (call) => call.startsWith('PUT') && call.includes('manifest.json');
    const cut = await backUp();
    s3.breaks = () => false;
    expect(cut.code).toBe(1);
    const [interrupted = '', whole = ''] = await listed();
    expect(interrupted).toMatch(/ {2}interrupted, cannot be restored$/);
    expect(whole).toMatch(new RegExp(`^${first} .*1 files`));
    const refused = await runCommand('restore', [interrupted.split(' ')[0] ?? ''], settings);
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringContaining('There is no finished backup'),
    });

    // Each request loses its first try: the next one is made all the same, while people go on writing.
    const tried = new Set<string>();
    s3.breaks = (call) => tried.size !== tried.add(call).size;
    const [second] = await Promise.all([backUp(), aTrackAt(server, 'Two')]);
    s3.breaks = () => false;
    expect(second).toMatchObject({ code: 0, output: expect.stringContaining('Removed the interrupted') });
    // The last one of each hour is kept for two days.
    if ((await newest()).startsWith(first.slice(0, 13))) {
      expect(second.output).toContain(`Removed the old backup ${first}`);
      expect(await listed()).toHaveLength(1);
    }
    expect(keysIn('objects')).toContain(audio);
    expect(s3.asked.filter((call) => call.startsWith('PUT') && call.includes(audio))).toHaveLength(1);

    const [one, other] = await Promise.all([backUp(), backUp()]);
    expect([one.code, other.code].sort()).toEqual([0, 1]);
    expect(one.output + other.output).toContain('Another backup of this database is running.');
    const metrics = await (await fetch(new URL('/metrics', server.url))).text();
    expect(metrics).toMatch(/^earshot_backup_age_seconds \d/m);
    expect(leaving.userId).toBeTruthy();
  } finally {
    await server.stop();
  }
  // The connection is lost in the middle of each file: reading goes on where it was.
  await rm(join(folder, 'data'), { recursive: true });
  const halved = new Set<string>();
  s3.breaks = (call) =>
    call.includes('/objects/') && halved.size !== halved.add(call).size ? 'half' : false;
  expect(await runCommand('restore', [await newest()], settings)).toMatchObject({
    code: 0,
    output: expect.stringContaining('2 stored files were restored'),
  });
  expect(halved.size).toBeGreaterThan(1);
  // Nothing of it can be read without the key.
  for (const [path, { content }] of s3.objects) {
    expect(content.subarray(0, 16).toString(), path).toBe('age-encryption.o');
  }
}, 600_000);

test('with a wrong bucket or backup key nothing is created or restored, and the command says why', async () => {
  const wrong = await runCommand('restore', ['--list'], {
    ...settings,
    BACKUP_S3_SECRET_ACCESS_KEY: 'wrong',
  });
  expect(wrong).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^The bucket of s3:\/\/kept\/earshot-backups is unreachable/),
  });
  expect(wrong.output).not.toContain('    at ');
  const server = await startServerHere(settings);
  expect(await backUp()).toMatchObject({ code: 0 });
  expect(await backUp({ BACKUP_S3_BUCKET: 'none' })).toMatchObject({
    code: 1,
    output: expect.stringContaining('npm run doctor shows details'),
  });
  await server.stop();
  await rm(join(folder, 'data'), { recursive: true });
  const restored = await runCommand('restore', [await newest()], {
    ...settings,
    BACKUP_KEY: 'another key of somebody, 32 letters',
  });
  expect(restored).toMatchObject({
    code: 1,
    output: expect.stringContaining('manifest.json cannot be decrypted'),
  });
  expect(await runCommand('restore', ['2020-01-01T00-00-00Z'], settings)).toMatchObject({ code: 1 });
}, 600_000);
