import { readdir, readlink } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '#contract/index.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import { type ApiUser, apiUser } from '#tests/support/people/api-user.ts';
import { type Check, random } from '../faults/fault.ts';
import type { LoadWorld } from './load-world.ts';
import { uploadTrack } from './upload-track.ts';

const tracks = 10;
/** 320 kbit/s, the speed of playback. */
const bytesPerSecond = 40_000;
const stallSeconds = 2;
/** How long a server needs to become idle. */
const idleSeconds = 5;
/** Files that a server opens and closes by itself. */
const slackFiles = 5;

interface Heard {
  seeks: number;
  bytes: number;
  longestWait: number;
  wrong: number;
  failed: number;
}

export const pacedStreams: Check = {
  name: 'L4 paced audio streams',
  promise: `no wait over ${stallSeconds} s, every byte as it was uploaded, no file stays open`,
  run: async (world, { users, seconds, patience }) => {
    const server = await world.startServer({ FREE_CREDITS_PER_MONTH: '1000' });
    const artistId = await world.person({ userType: 'artist' });
    const artist = apiUser(world.url, artistId, (await world.signIn(artistId)).accessToken);
    const songs: Song[] = [];
    for (let i = 0; i < tracks; i += 1) {
      const file = anMp3({ seconds: 90, bitrate: 320, mark: `song ${i}` });
      songs.push({ file: Buffer.from(file), trackId: await uploadTrack(artist, file, `Song ${i}`) });
    }
    const listeners: Listener[] = [];
    for (let i = 0; i < users; i += 1) listeners.push(await aListener(world, songs[i % tracks]));
    await sleep(idleSeconds * 1000);
    const openAtFirst = await openFiles(server.pid);
    const heard: Heard = { seeks: 0, bytes: 0, longestWait: 0, wrong: 0, failed: 0 };
    const ends = performance.now() + seconds * 1000;
    await Promise.all(listeners.map((listener) => listenUntil(world, listener, ends, heard)));
    await sleep(idleSeconds * 1000);
    const stillOpen = (await openFiles(server.pid)) - openAtFirst;
    await server.stop();
    return {
      line: `${users} streams for ${seconds} s: ${heard.seeks} ranges, ${Math.round(heard.bytes / 1024 ** 2)} MB, longest wait ${heard.longestWait.toFixed(2)} s, ${heard.wrong} wrong, ${heard.failed} failed, ${stillOpen} more files open than before`,
      broken: [
        ...(heard.wrong > 0 ? [`${heard.wrong} ranges were not what was uploaded`] : []),
        ...(heard.failed > 0 ? [`${heard.failed} ranges were not answered`] : []),
        ...(heard.longestWait > stallSeconds * patience ? ['somebody waited too long'] : []),
        ...(Math.abs(stillOpen) > slackFiles ? [`${stillOpen} files stay open`] : []),
      ],
    };
  },
};

interface Song {
  readonly file: Buffer;
  readonly trackId: string;
}

interface Listener {
  readonly user: ApiUser;
  readonly song: Song;
}

/** An admin, because admins may play every track. */
async function aListener(world: LoadWorld, song: Song | undefined): Promise<Listener> {
  if (!song) throw new Error('There is no song.');
  const userId = await world.person({ admin: true });
  return { user: apiUser(world.url, userId, (await world.signIn(userId)).accessToken), song };
}

/** Seeks in a song at random, and reads at the speed of playback. */
async function listenUntil(
  world: LoadWorld,
  { user, song: { file, trackId } }: Listener,
  ends: number,
  heard: Heard,
): Promise<void> {
  await sleep(random(0, 3_000));
  while (performance.now() < ends) {
    heard.seeks += 1;
    const { answer } = await user.call(api.tracks.createPlaybackLink, { params: { trackId } });
    if (answer === undefined) {
      heard.failed += 1;
      await sleep(1_000);
      continue;
    }
    const first = Math.floor(random(0, file.length - 1));
    const until = Math.min(ends, performance.now() + random(2_000, 8_000));
    await hearFrom(new URL(answer.url, world.url), file, first, until, heard);
  }
}

async function hearFrom(url: URL, file: Buffer, first: number, until: number, heard: Heard): Promise<void> {
  let asked = performance.now();
  const waited = () => {
    heard.longestWait = Math.max(heard.longestWait, (performance.now() - asked) / 1000);
  };
  const answer = await new Promise<IncomingMessage | undefined>((resolve) => {
    get(url, { headers: { range: `bytes=${first}-` } }, resolve).on('error', () => resolve(undefined));
  });
  waited();
  if (answer?.statusCode !== 206) {
    heard.failed += 1;
    answer?.destroy();
    return;
  }
  let at = first;
  asked = performance.now();
  try {
    for await (const chunk of answer) {
      waited();
      const isRight = file.subarray(at, at + chunk.length).equals(chunk);
      at += chunk.length;
      heard.bytes += chunk.length;
      if (!isRight) heard.wrong += 1;
      if (performance.now() >= until || !isRight) break;
      await sleep(Math.min((chunk.length / bytesPerSecond) * 1000, Math.max(0, until - performance.now())));
      asked = performance.now();
    }
  } catch {
    heard.failed += 1;
  }
  answer.destroy();
}

/** Counts files but not sockets, because this driver keeps connections open. */
async function openFiles(pid: number): Promise<number> {
  const folder = `/proc/${pid}/fd`;
  const links = (await readdir(folder)).map((name) => readlink(join(folder, name)).catch(() => 'socket:'));
  return (await Promise.all(links)).filter((link) => !link.startsWith('socket:')).length;
}
