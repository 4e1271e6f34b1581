import { randomUUID } from 'node:crypto';
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

/** An Indie track whose promised date has passed with 8 of 10 reviews. */
async function aMissedTrack(): Promise<string> {
  const artistId = await world.person({ userType: 'artist' });
  const allowanceId = randomUUID();
  await sql(
    owner(),
    `insert into artist_subscriptions (user_id, plan, uploads_limit, uploads_used_this_month, price_per_month_cents, active,
       started_at, current_period_start, current_period_end)
     values ($1, 'basic', 5, 1, 0, true, now() - interval '5 days', now() - interval '5 days', now() + interval '25 days')`,
    [artistId],
  );
  await sql(
    owner(),
    `insert into review_allowances (id, artist_id, plan, period_start, period_end, included, taken)
     select $2, user_id, plan, current_period_start, current_period_end, 20, 10 from artist_subscriptions where user_id = $1`,
    [artistId, allowanceId],
  );
  const track = await aTrack(owner(), { artistId, reviewTarget: 10 });
  for (let i = 0; i < 8; i += 1) await aReview(owner(), { track });
  await sql(
    owner(),
    `update artist_tracks set places_from = 'plan', allowance_id = $2, promise = 'open',
       promised_at = now() - interval '1 minute' where id = $1`,
    [track.id, allowanceId],
  );
  return track.id;
}

const runJob = (name: string) => sql(owner(), 'select graphile_worker.add_job($1)', [name]);

/** Kills the server while it waits to write down what is given back: the upload and the pool are settled by then. */
async function killWhileItSettles(): Promise<void> {
  await owner().transaction(async (held) => {
    await sql(held, 'lock table given_back in share mode');
    await runJob('keep-promises');
    const waits = `select from pg_locks where not granted and relation = 'given_back'::regclass`;
    await expect.poll(() => sql(held, waits), { timeout: 30_000 }).toHaveLength(1);
    await server.kill();
  });
}

/** Kills the server as soon as it has given back, before or while it tells of it. */
async function killOnceItHasGivenBack(trackId: string): Promise<void> {
  await runJob('keep-promises');
  const given = 'select from given_back where track_id = $1';
  await expect.poll(() => sql(owner(), given, [trackId]), { timeout: 60_000, interval: 5 }).toHaveLength(1);
  await server.kill();
}

const settled = (trackId: string) =>
  sqlRow(
    owner(),
    `select promise, house_taken, uploads_used_this_month as uploads,
       (select count(*)::int from given_back where track_id = track.id) as given_back,
       (select count(*)::int from outbox where notice_key = 'missed-promise:' || track.id) as mails,
       (select count(*)::int from notices where user_id = track.artist_id and title like '%missed its date%') as notices
      from artist_tracks track join review_allowances pool on pool.id = allowance_id
      join artist_subscriptions plan on plan.user_id = track.artist_id where track.id = $1`,
    [trackId],
  );
const before = { promise: 'open', house_taken: 0, uploads: 1, given_back: 0, mails: 0, notices: 0 };
const once = { promise: 'missed', house_taken: 2, uploads: 0, given_back: 1, mails: 1, notices: 1 };

test('a server killed while settling a missed date, and again before the notice, gives back once and notifies once', async () => {
  const trackId = await aMissedTrack();
  await killWhileItSettles();
  expect(await settled(trackId)).toEqual(before);

  server = await world.startServer();
  await killOnceItHasGivenBack(trackId);

  server = await world.startServer();
  await Promise.all(Array.from({ length: 5 }, () => runJob('keep-promises')));
  await expect.poll(() => settled(trackId), { timeout: 60_000, interval: 500 }).toEqual(once);
  await runJob('keep-promises');
  await runJob('mail-missed-promise');
  await expect
    .poll(
      () => sqlRow(owner(), 'select count(*)::int as jobs from graphile_worker.jobs where attempts = 0'),
      {
        timeout: 30_000,
      },
    )
    .toEqual({ jobs: 0 });
  expect(await settled(trackId)).toEqual(once);
}, 180_000);
