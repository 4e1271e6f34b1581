import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect } from 'vitest';
import { api } from '#contract/index.ts';
import { avatarUploadPath } from '#contract/upload-paths.ts';
import { anMp3 } from '../files/audio-files.ts';
import { type ApiUser, apiUser } from '../people/api-user.ts';
import { cutUpload } from '../people/cut-upload.ts';
import { joinAt, signInAt } from '../people/joining.ts';
import { childEnvironment } from './child-environment.ts';
import { prepareDatabase } from './prepared-database.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
type Settings = Readonly<Record<string, string>>;

/** A machine with its data in a folder: its server, and the commands that back it up and restore it. */
export interface Machine {
  start(): Promise<ServerProcess>;
  command(name: 'backup' | 'restore'): Promise<{ stdout: string }>;
  /** Its disk is gone; the backup is not. */
  lose(): Promise<void>;
  /** The folder of its backup, where it goes to one. */
  readonly backup: string;
}

/**
 * @param folder an empty one, for data and backup
 * @param settings where it stores what is uploaded, and the bucket for backups where they go to one
 */
export function aMachine(folder: string, settings: Settings = {}): Machine {
  const environment = { DATA_DIR: join(folder, 'data'), FREE_CREDITS_PER_MONTH: '2', ...settings };
  const backup = join(folder, 'backup');
  const runScript = (name: string, words: readonly string[]) =>
    run(process.execPath, [`scripts/${name}.ts`, ...words], {
      cwd: root,
      env: { ...childEnvironment, ...environment },
    });
  const newest = async () => (await runScript('restore', ['--list'])).stdout.split(' ')[0] ?? '';
  const wordsOf = async (name: 'backup' | 'restore') => {
    if (!settings.BACKUP_S3_BUCKET) return [backup];
    return name === 'backup' ? [] : [await newest()];
  };
  return {
    backup,
    start: async () => {
      if (!existsSync(environment.DATA_DIR)) await prepareDatabase(environment.DATA_DIR);
      return startServerProcess({ ...environment, PORT: '0' });
    },
    command: async (name) => runScript(name, await wordsOf(name)),
    lose: () => rm(environment.DATA_DIR, { recursive: true }),
  };
}

/** A new artist with one track. */
export async function aTrackAt(
  running: Pick<ServerProcess, 'url'>,
  title: string,
  audio = anMp3({ seconds: 61, mark: title }),
): Promise<ApiUser> {
  const artist = await joinAt(running, `${title}@example.org`);
  await artist.get(api.accounts.updateProfile, { body: { userType: 'artist', displayName: title } });
  const uploadId = randomUUID();
  expect((await artist.upload(audio, uploadId)).status).toBe(200);
  await artist.get(api.tracks.createTrack, { body: { uploadId, title, genre: 'jazz' } });
  return artist;
}

/** The bytes of somebody's avatar as everybody gets it. */
async function avatarOf(artist: ApiUser): Promise<Buffer> {
  const { avatarUrl } = await artist.get(api.accounts.readProfile, {});
  const answer = await artist.fetch(avatarUrl ?? expect.fail('There is no avatar.'));
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** Begins an upload and is cut off, so that the server keeps what has come. */
async function beginUpload(running: ServerProcess, artist: ApiUser, uploadId: string): Promise<void> {
  const cut = { uploadId, file: anMp3({ seconds: 60 }), until: 600_000 };
  await cutUpload(running.url, artist.accessToken ?? '', cut);
  await expect.poll(() => keptOf(artist, uploadId), { timeout: 10_000 }).toBeGreaterThan(0);
}
const keptOf = async (artist: ApiUser, uploadId: string) =>
  (await artist.get(api.tracks.readUpload, { params: { uploadId } })).receivedBytes;

/** The hash of the audio of somebody's one track. */
export async function playedBy(artist: ApiUser): Promise<string> {
  const { items } = await artist.get(api.tracks.listOwnTracks, { query: {} });
  const link = await artist.get(api.tracks.createPlaybackLink, { params: { trackId: items[0]?.id ?? '' } });
  const audio = await (await artist.fetch(link.url)).arrayBuffer();
  return createHash('sha256').update(Buffer.from(audio)).digest('hex');
}

/**
 * A server with music and pictures is backed up while it runs, everything is lost, and the replacement is restored from
 * the backup: it signs in and plays the same sound. Stops whatever it starts.
 */
export async function restoreDrill(machine: Machine, replacement: Machine = machine): Promise<void> {
  const running: ServerProcess[] = [];
  const start = async (on: Machine) => {
    const server = await on.start();
    running.push(server);
    return server;
  };
  try {
    await drill(machine, replacement, start);
  } finally {
    for (const server of running) await server.stop();
  }
}

async function drill(
  machine: Machine,
  replacement: Machine,
  start: (on: Machine) => Promise<ServerProcess>,
): Promise<void> {
  const first = await start(machine);
  const artist = await aTrackAt(first, 'before');
  const sound = await playedBy(artist);
  const picture = sharp({ create: { width: 300, height: 300, channels: 3, background: '#e0a030' } });
  const put = { method: 'PUT', body: new Blob([new Uint8Array(await picture.png().toBuffer())]) };
  expect((await artist.fetch(avatarUploadPath, put)).status).toBe(200);
  const avatar = await avatarOf(artist);
  const uploadId = randomUUID();
  await beginUpload(first, artist, uploadId);
  await machine.command('backup');
  await expect(machine.command('restore')).rejects.toMatchObject({
    stderr: expect.stringContaining('exists already'),
  });
  // What comes after the backup is not in it.
  const nobody = apiUser(first.url, '', undefined);
  await nobody.get(api.accounts.signUp, {
    body: { email: 'late@example.org', password: 'a velvet curtain at noon' },
  });
  await first.stop();
  await machine.lose();

  const { stdout } = await replacement.command('restore');
  expect(stdout).toContain('the audit of the ledger found nothing');
  const second = await start(replacement);
  const again = await signInAt(second.url, 'before@example.org');
  expect(await playedBy(again)).toBe(sound);
  expect(await avatarOf(again)).toEqual(avatar);
  // What a cut upload had sent is not kept: it begins again.
  expect(await keptOf(again, uploadId)).toBe(0);
  await expect(signInAt(second.url, 'late@example.org')).rejects.toThrow('wrong_credentials');
  // The secret came along: a session of before the loss goes on.
  const before = apiUser(second.url, artist.userId, artist.accessToken);
  expect((await before.get(api.accounts.readProfile, {})).displayName).toBe('before');
  // New rows get ids of their own: the sequences went on where they were.
  await aTrackAt(second, 'after');
}
