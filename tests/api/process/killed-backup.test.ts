import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { signInAt } from '#tests/support/people/joining.ts';
import { type S3StandIn, startS3StandIn } from '#tests/support/stand-ins/s3-stand-in.ts';
import { childEnvironment } from '#tests/support/world/child-environment.ts';
import { type CommandResult, runCommand } from '#tests/support/world/commands.ts';
import { listedBackups } from '#tests/support/world/listed-backups.ts';
import { prepareDatabase } from '#tests/support/world/prepared-database.ts';
import { aTrackAt, playedBy } from '#tests/support/world/restore-drill.ts';
import { type ServerHere, startServerHere } from '#tests/support/world/server-here.ts';

const root = join(import.meta.dirname, '../../..');
/** Longer than one request to a bucket carries. */
const longAudio = anMp3({ seconds: 140, bitrate: 320 });
let folder: string;
let s3: S3StandIn;
let settings: Record<string, string>;
let server: ServerHere | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-killed-backup-'));
  s3 = await startS3StandIn(['kept', 'music']);
  await prepareDatabase(join(folder, 'data'));
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const data = () => ({ DATA_DIR: join(folder, 'data'), BACKUP_KEEP_DAYS: '1', BACKUP_KEEP_WEEKS: '0' });

/** Another second, so that it gets another name. */
async function backUp(): Promise<CommandResult> {
  await sleep(1000);
  return runCommand('backup', [], settings);
}

/** Makes a backup and kills it the moment that it sends such a request to the bucket; the request never arrives. */
async function killBackUpAt(isMoment: (call: string) => boolean): Promise<void> {
  await sleep(1000);
  const child = spawn(process.execPath, ['scripts/backup.ts'], {
    cwd: root,
    env: { ...childEnvironment, ...settings },
    stdio: 'ignore',
  });
  s3.breaks = (call) => isMoment(call) && child.kill('SIGKILL');
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  s3.breaks = () => false;
}

const listed = () => listedBackups(settings);
const nameOf = (line: string | undefined) => line?.split(' ')[0] ?? expect.fail('There is no backup.');

/** The newest is listed as interrupted. Returns its name. */
async function expectHalf(): Promise<string> {
  const [newest] = await listed();
  expect(newest).toMatch(/ {2}interrupted, cannot be restored$/);
  return nameOf(newest);
}

/** Nothing can be restored from it. */
const expectUseless = async (half: string) =>
  expect(await runCommand('restore', [half], settings)).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no finished backup'),
  });

async function begin(): Promise<{ short: string; long: string }> {
  server = await startServerHere(settings);
  const short = await aTrackAt(server, 'short');
  const long = await aTrackAt(server, 'long', longAudio);
  return { short: await playedBy(short), long: await playedBy(long) };
}

/** Everything but the backups is lost and comes back from the newest. */
async function loseAndRestore(sounds: { short: string; long: string }, backups: number): Promise<void> {
  await server?.stop();
  await rm(join(folder, 'data'), { recursive: true });
  for (const path of [...s3.objects.keys()]) if (path.startsWith('music/')) s3.objects.delete(path);
  const all = await listed();
  expect(all).toHaveLength(backups);
  expect(await runCommand('restore', [nameOf(all[0])], settings)).toMatchObject({
    code: 0,
    output: expect.stringContaining('2 stored files were restored'),
  });
  const restored = await startServerHere(settings);
  server = restored;
  const again = (name: string): Promise<ApiUser> => signInAt(restored.url, `${name}@example.org`);
  expect({ short: await playedBy(await again('short')), long: await playedBy(await again('long')) }).toEqual(
    sounds,
  );
  const { items } = await (await again('long')).get(api.tracks.listOwnTracks, { query: {} });
  expect(items.map(({ title }) => title)).toEqual(['long']);
}

test('a backup to a bucket killed at any step never counts as complete; the next one removes it and succeeds', async () => {
  settings = {
    ...data(),
    BACKUP_S3_BUCKET: 'kept',
    BACKUP_S3_ENDPOINT: s3.endpoint,
    BACKUP_S3_ACCESS_KEY_ID: s3.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    BACKUP_KEY: 'a key of the operator, 32 letters or more',
  };
  const sounds = await begin();
  const steps: readonly ((call: string) => boolean)[] = [
    (call) => call.startsWith('PUT') && call.includes('/database/ledger.'),
    (call) => call.startsWith('PUT') && call.includes('partNumber=2'),
    (call) => call.startsWith('PUT') && call.includes('/manifest.json'),
  ];
  const halves: string[] = [];
  for (const step of steps) {
    await killBackUpAt(step);
    halves.push(await expectHalf());
    // What the one before has left is gone: of tries that fail only the last one lies there.
    expect(await listed()).toHaveLength(1);
  }
  // Only the manifest is missing from this one.
  await expectUseless(halves.at(-1) ?? '');
  const whole = await backUp();
  expect(whole).toMatchObject({
    code: 0,
    output: expect.stringContaining(`Removed the interrupted backup ${halves.at(-1)}`),
  });
  const stored = [...s3.objects.keys(), ...[...s3.unfinished.values()].map(({ path }) => path)];
  for (const half of halves) expect(stored.filter((path) => path.includes(half.toLowerCase()))).toEqual([]);
  expect(s3.unfinished.size).toBe(0);
  await loseAndRestore(sounds, 1);
}, 600_000);

test('a backup to a folder killed between two files leaves the previous one complete, and the next one shares its files', async () => {
  settings = {
    ...data(),
    BACKUP_DIR: join(folder, 'backups'),
    STORAGE: 's3',
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'music',
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    S3_PATH_STYLE: 'on',
  };
  server = await startServerHere(settings);
  const short = await aTrackAt(server, 'short');
  expect(await backUp()).toMatchObject({ code: 0 });
  const long = await aTrackAt(server, 'long', longAudio);
  const sounds = { short: await playedBy(short), long: await playedBy(long) };

  await killBackUpAt((call) => call.startsWith('GET') && call.includes('/music/tracks/'));
  const half = await expectHalf();
  await expectUseless(half);
  const [, before] = await listed();
  expect(before).toContain('1 files of');
  const whole = await backUp();
  expect(whole).toMatchObject({
    code: 0,
    output: expect.stringContaining(`Removed the interrupted backup ${half}`),
  });
  expect(whole.output).toMatch(/Copied 5\.\d of 6\.\d MB in files; the rest is shared/);
  // Backups made by hand are kept.
  await loseAndRestore(sounds, 2);
}, 600_000);
