import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { api } from '#contract/index.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import { apiUser } from '#tests/support/people/api-user.ts';
import { asAdministrator } from '#tests/support/world/administrator.ts';
import { sql } from '#tests/support/world/sql.ts';
import { urlOfCluster } from '#tests/support/world/standby.ts';
import { makeLoadWorld } from '../load/load-world.ts';
import { backAfter, type Check, settle, tooLate } from './fault.ts';
import { makeClients, startLoad } from './fault-run.ts';

const run = promisify(execFile);
const volumeMegabytes = 400;
const audioMegabytes = 24;
const fullMilliseconds = 6_000;
const clients = 3;

/** Fills the disk completely. */
async function fill(file: string): Promise<void> {
  await run('dd', ['if=/dev/zero', `of=${file}`, 'bs=1M', 'status=none']).catch(() => undefined);
  await run('dd', ['if=/dev/zero', `of=${file}.rest`, 'bs=4k', 'status=none']).catch(() => undefined);
}

const empty = (file: string) => Promise.all([rm(file, { force: true }), rm(`${file}.rest`, { force: true })]);

export const fullDatabaseVolume: Check = {
  name: 'F5a the database’s volume is full',
  promise: 'nothing lost, 503 and nothing else, back 5 s after there is room',
  run: async (_, size) => {
    const world = await makeLoadWorld({ volumeMegabytes });
    try {
      const money = await makeClients(world, clients);
      let server = await world.startServer();
      const load = await startLoad(world, money);
      const ended: string[] = [];
      const filler = join(world.dataDirectory, 'filler');
      const moments: number[] = [];
      for (let i = 0; i < size.times; i += 1) {
        await sleep(settle);
        await fill(filler);
        // Uses up the rest of the preallocated WAL, too.
        for (let log = 0; log < 4; log += 1) {
          await asAdministrator(world.address, (client) => client.query('select pg_switch_wal()')).catch(
            () => undefined,
          );
          await sleep(fullMilliseconds / 4);
        }
        await empty(filler);
        moments.push(Date.now());
        await sleep(settle * 3);
        if (!server.hasEnded()) continue;
        ended.push(`the server ended: ${server.output().slice(-1500)}`);
        server = await world.startServer();
      }
      const figures = await load.finish();
      const code = await server.stop();
      const back = backAfter(figures, moments);
      const wrong = figures.failures.filter(({ status }) => status >= 500 && status !== 503);
      const { acknowledged, lost, doubled, audit, failures } = figures;
      return {
        line: `${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled, audit ${audit}; ${failures.length} failed; back after at most ${Math.max(...back)} ms`,
        broken: [
          ...tooLate(back, 5_000, size),
          ...(lost + doubled + audit > 0 ? [`${lost} lost, ${doubled} doubled, audit ${audit}`] : []),
          ...(failures.length === 0 ? ['nobody noticed: the volume was not full'] : []),
          ...(wrong.length > 0 ? [`${wrong.length} wrong answers, such as ${wrong[0]?.code}`] : []),
          ...ended,
          ...(code === 0 ? [] : [`the server ended with ${code}`]),
        ],
      };
    } finally {
      await world.close();
    }
  },
};

export const fullAudioVolume: Check = {
  name: 'F5b the audio’s volume is full',
  promise: 'an upload is refused, leaves nothing, and works again when there is room',
  run: async (world, size) => {
    const folder = join(world.workDirectory, 'small');
    await mkdir(join(folder, 'audio'), { recursive: true });
    await run('mount', ['-t', 'tmpfs', '-o', `size=${audioMegabytes}m`, 'tmpfs', join(folder, 'audio')]);
    await chmod(folder, 0o755);
    const broken: string[] = [];
    let refused = 0;
    try {
      const server = await world.startServer({
        DATA_DIR: folder,
        DATABASE_URL: urlOfCluster(join(world.dataDirectory, 'postgres')),
        FREE_CREDITS_PER_MONTH: '100',
      });
      const artistId = await world.person({ userType: 'artist' });
      const artist = apiUser(world.url, artistId, (await world.signIn(artistId)).accessToken);
      const filler = join(folder, 'audio', 'filler');
      for (let i = 0; i < size.times; i += 1) {
        const file = anMp3({ seconds: 150, bitrate: 320, mark: `full ${i}` });
        await fillUpTo(join(folder, 'audio'), filler, 3);
        const full = await artist.upload(file);
        refused += full.status === 507 ? 1 : 0;
        if (full.status !== 507) broken.push(`onto a full volume an upload was answered with ${full.status}`);
        const rest = (await readdir(join(folder, 'audio'), { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile() && entry.name !== 'filler')
          .map(({ name }) => name);
        const rows = await sql(
          world.owner.database,
          'select storage_key from audio_files where artist_id = $1',
          [artistId],
        );
        const kept = await sql(world.owner.database, 'select storage_key from upload_parts');
        if (rest.length > rows.length + kept.length) broken.push(`files without a row: ${rest.join(', ')}`);
        const listed = await artist.call(api.tracks.listOwnTracks, { query: {} });
        if (listed.status !== 200) broken.push('reading did not go on');
        await rm(filler, { force: true });
        const again = await artist.upload(file);
        if (again.status !== 200) broken.push(`with room again it was answered with ${again.status}`);
        for (const { storage_key: key } of await sql(
          world.owner.database,
          'select storage_key from audio_files where artist_id = $1',
          [artistId],
        ))
          await rm(join(folder, 'audio', String(key)), { force: true });
      }
      await server.stop();
    } finally {
      await run('umount', ['--lazy', join(folder, 'audio')]);
    }
    return { line: `${refused} uploads refused as storage_full`, broken };
  },
};

/** Leaves this many megabytes free: enough to start an upload, but too little to finish it. */
async function fillUpTo(folder: string, filler: string, megabytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  await writeFile(filler, Buffer.alloc(bavail * bsize - megabytes * 1024 * 1024));
}
