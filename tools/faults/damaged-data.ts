import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refusals } from '#contract/errors.ts';
import { api } from '#contract/index.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded-postgres.ts';
import { stopPostmaster } from '#server/adapters/database/embedded/postmaster.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import { apiUser } from '#tests/support/people/api-user.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';
import { type LoadWorld, makeLoadWorld } from '../load/load-world.ts';
import { playTrack, uploadTrack } from '../load/upload-track.ts';
import { type Check, random } from './fault.ts';

/** In the first page of a table. Pages fill from their end, so this is where the first rows are. */
const placeInPage = 8192 - 60;

export const flippedBit: Check = {
  name: 'F15a a bit of the accounts’ data file flips',
  promise: '503 and a line of the log that asks for somebody, never a wrong number',
  run: async (_, { times }) => {
    const world = await makeLoadWorld();
    const broken: string[] = [];
    try {
      const listenerId = await world.person({ userType: 'listener' });
      const testDatabase = { ownerDatabase: world.owner.database, database: world.app.database };
      await earnedBy({ testDatabase }, listenerId, 1);
      for (let i = 0; i < times; i += 1) broken.push(...(await readWithAFlippedBit(world, listenerId)));
    } finally {
      await world.close();
    }
    return { line: `${times} bits`, broken };
  },
};

async function readWithAFlippedBit(world: LoadWorld, listenerId: string): Promise<string[]> {
  const folder = join(world.dataDirectory, 'postgres');
  const { path } = await sqlRow(
    world.owner.database,
    "select pg_relation_filepath('ledger.accounts') as path",
  );
  const listener = apiUser(world.url, listenerId, (await world.signIn(listenerId)).accessToken);
  await flip(folder, String(path));
  const server = await world.startServer();
  const damaged = await listener.call(api.wallet.readWallet, {});
  // After the stop, the log is complete.
  await server.stop();
  const said = server.output();
  await flip(folder, String(path));
  const mended = await world.startServer();
  const again = await listener.call(api.wallet.readWallet, {});
  await mended.stop();
  return [
    ...(damaged.status === 503 ? [] : [`a damaged wallet was answered with ${damaged.status}`]),
    ...(said.includes('full or damaged') ? [] : ['the log does not ask for anybody']),
    ...(again.answer?.availableCents === 15 ? [] : [`the mended wallet was answered with ${again.status}`]),
  ];
}

export const flippedAudioBit: Check = {
  name: 'F15b a bit of a stored audio file flips',
  promise:
    'it is not played but said to be unavailable, the alarm is raised, and it plays when it is put back',
  run: async (world, { times }) => {
    const settings = { DATA_DIR: world.dataDirectory, FREE_CREDITS_PER_MONTH: '100' };
    const artistId = await world.person({ userType: 'artist' });
    const artist = apiUser(world.url, artistId, (await world.signIn(artistId)).accessToken);
    const broken: string[] = [];
    for (let i = 0; i < times; i += 1) {
      const file = anMp3({ seconds: 61, mark: `flipped ${i}` });
      let server = await world.startServer(settings);
      const trackId = await uploadTrack(artist, file, `Flipped ${i}`);
      const before = await playTrack(artist, trackId);
      await server.stop();
      const path = await pathOfTrack(world, trackId);
      await flipBit(path, Math.floor(random(0, file.length)));
      server = await world.startServer(settings);
      const [damaged, part] = [
        await playTrack(artist, trackId),
        await playTrack(artist, trackId, 'bytes=0-99'),
      ];
      const metrics = await (await artist.fetch('/metrics')).text();
      await server.stop();
      await writeFile(path, file);
      server = await world.startServer(settings);
      const mended = await playTrack(artist, trackId);
      const after = await (await artist.fetch('/metrics')).text();
      await server.stop();
      const unavailable = refusals.audio_unavailable.message({});
      if (!before.bytes.equals(file)) broken.push('it did not play before');
      for (const answer of [damaged, part])
        if (answer.status !== 403 || !answer.bytes.toString().includes(unavailable))
          broken.push(`damaged audio was answered with ${answer.status}`);
      if (!metrics.includes(`${damagedFiles} 1`)) broken.push('the alarm was not raised');
      if (!mended.bytes.equals(file)) broken.push(`put back, it was answered with ${mended.status}`);
      if (!after.includes(`${damagedFiles} 0`)) broken.push('the alarm did not end');
    }
    const events = await sql(
      world.owner.database,
      "select event from auth_audit where user_id = $1 and event like 'audio%' order by id",
      [artistId],
    );
    if (events.length !== times * 2) broken.push(`${events.length} lines of the record`);
    return { line: `${times} bits, ${events.length} lines of the record`, broken };
  },
};

const damagedFiles = 'earshot_damaged_audio_files';

async function pathOfTrack(world: LoadWorld, trackId: string): Promise<string> {
  const { key } = await sqlRow(
    world.owner.database,
    `select storage_key as key from audio_files file join artist_tracks track on track.audio_file_id = file.id
      where track.id = $1`,
    [trackId],
  );
  return join(world.dataDirectory, 'audio', String(key));
}

/** Stops the database, flips one bit of a file and restarts the database. */
async function flip(folder: string, path: string): Promise<void> {
  await stopPostmaster(folder);
  await flipBit(join(folder, path), placeInPage);
  await startEmbeddedPostgres({ dataDirectory: folder });
}

async function flipBit(path: string, place: number): Promise<void> {
  const file = await open(path, 'r+');
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, place);
  byte.writeUInt8(byte.readUInt8() ^ 1);
  await file.write(byte, 0, 1, place);
  await file.close();
}
