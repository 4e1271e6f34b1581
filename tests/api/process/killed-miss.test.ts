import { afterAll, beforeAll, expect, test } from 'vitest';
import { aReview, aTrack } from '#tests/support/world/rows.ts';
import type { ServerProcess } from '#tests/support/world/server-process.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';
import { type LoadWorld, makeLoadWorld } from '../../../tools/load/load-world.ts';

let world: LoadWorld;
let server: ServerProcess;
beforeAll(async () => {
  world = await makeLoadWorld();
  server = await world.startServer();
}, 120_000);
afterAll(() => world.close());

const owner = () => world.owner.database;

/** A track with 8 of 10 reviews of a lot, whose promised date has passed. */
async function aMissedTrack(): Promise<string> {
  const artistId = await world.person({ userType: 'artist' });
  const track = await aTrack(owner(), { artistId, reviewTarget: 10 });
  for (let i = 0; i < 8; i += 1) await aReview(owner(), { track });
  await sql(
    owner(),
    `update assignments set dated = 10, promise = 'open', promised_at = now() - interval '1 minute' where track_id = $1`,
    [track.id],
  );
  return track.id;
}

const runJob = (name: string) => sql(owner(), 'select graphile_worker.add_job($1)', [name]);

/** Kills the server while it waits to write down what the miss brings: the date is settled by then. */
async function killWhileItSettles(): Promise<void> {
  await owner().transaction(async (held) => {
    await sql(held, 'lock table review_lots in share mode');
    await runJob('keep-dates');
    const waits = `select from pg_locks where not granted and relation = 'review_lots'::regclass and mode = 'RowExclusiveLock'`;
    await expect.poll(async () => (await sql(held, waits)).length > 0, { timeout: 30_000 }).toBe(true);
    await server.kill();
  });
}

const broughtBy = `(select count(*)::int from review_lots lot join assignments given on given.id = lot.cause_id
  where lot.source = 'missed' and given.track_id = track.id)`;

/** Kills the server as soon as the reviews are there, before or while it tells of them. */
async function killOnceItHasBrought(trackId: string): Promise<void> {
  await runJob('keep-dates');
  const brought = `select ${broughtBy} as brought from artist_tracks track where id = $1`;
  await expect
    .poll(() => sqlRow(owner(), brought, [trackId]), { timeout: 60_000, interval: 5 })
    .toEqual({ brought: 1 });
  await server.kill();
}

const settled = (trackId: string) =>
  sqlRow(
    owner(),
    `select given.promise, ${broughtBy} as brought,
       (select count(*)::int from outbox where notice_key = 'missed-date:' || given.id) as mails,
       (select count(*)::int from notices where user_id = track.artist_id and title like '%missed its date%') as notices
      from artist_tracks track join assignments given on given.track_id = track.id where track.id = $1`,
    [trackId],
  );
const before = { promise: 'open', brought: 0, mails: 0, notices: 0 };
const once = { promise: 'missed', brought: 1, mails: 1, notices: 1 };

test('a server killed while settling a missed date, and again before the notice, brings its reviews once and notifies once', async () => {
  const trackId = await aMissedTrack();
  await killWhileItSettles();
  expect(await settled(trackId)).toEqual(before);

  server = await world.startServer();
  await killOnceItHasBrought(trackId);

  server = await world.startServer();
  await Promise.all(Array.from({ length: 5 }, () => runJob('keep-dates')));
  await expect.poll(() => settled(trackId), { timeout: 60_000, interval: 500 }).toEqual(once);
  await runJob('keep-dates');
  await runJob('mail-missed-date');
  const waiting = 'select count(*)::int as jobs from graphile_worker.jobs where attempts = 0';
  await expect.poll(() => sqlRow(owner(), waiting), { timeout: 30_000 }).toEqual({ jobs: 0 });
  expect(await settled(trackId)).toEqual(once);
}, 180_000);
