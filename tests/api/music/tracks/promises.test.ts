import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { keepPromises } from '#server/music/tracks/keep-promises.ts';
import { mailMissedPromise } from '#server/music/tracks/mail-missed-promise.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { aListener, aReview, aTrack } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let artist: ApiUser;
beforeEach(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
  artist = await earshot.signIn({ userType: 'artist' });
});
afterEach(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
const dayLong = 86_400;
const days = (count: number) => new Date(earshot.clock.now().getTime() + count * dayLong * 1000);

async function subscribe(plan: string): Promise<void> {
  await sql(
    owner(),
    `insert into artist_subscriptions (user_id, plan, uploads_limit, price_per_month_cents, active, started_at,
                                       current_period_start, current_period_end)
     values ($1, $2, 5, 0, true, $3, $3, $4)`,
    [artist.userId, plan, days(0), days(30)],
  );
}

/** So many listeners each got so many reviews approved in the last days, and the counts know of it. */
async function supplyOf(listeners: number, reviewsOfEach: number): Promise<void> {
  for (let i = 0; i < listeners; i += 1) {
    const listenerId = await aListener(owner());
    for (let j = 0; j < reviewsOfEach; j += 1) {
      const { id } = await aReview(owner(), { listenerId, createdAt: days(-1), track: await fullTrack() });
      await sql(owner(), 'select ledger.approve_review($1, null)', [id]);
    }
  }
  await keepPromises(earshot.deps);
}
/** A track that asks for no more than the one review it gets. */
const fullTrack = () => aTrack(owner(), { reviewTarget: 1 });

interface More {
  readonly reviewTarget?: number;
  readonly newVersionOf?: { readonly trackId: string; readonly movesPlaces: boolean };
}
async function upload(more: More = {}) {
  const uploadId = crypto.randomUUID();
  await artist.upload(anMp3({ mark: uploadId }), uploadId);
  return artist.get(api.tracks.createTrack, {
    body: { uploadId, title: 'Night Bus', genre: 'indie', ...more },
  });
}
const forecast = async () =>
  (await (await earshot.signInAgain(artist.userId)).get(api.subscriptions.getUploadEligibility, { body: {} }))
    .forecast;
const newVersionOffer = (trackId: string, reviewTarget?: number) =>
  artist.get(api.versions.readNewVersionOffer, {
    params: { trackId },
    query: reviewTarget === undefined ? {} : { reviewTarget },
  });
const track = async (trackId: string) =>
  (await earshot.signInAgain(artist.userId)).get(api.tracks.readOwnTrack, { params: { trackId } });
const stored = (trackId: string) =>
  sqlRow(
    owner(),
    `select promise, late_at, queue_rank, review_target, stopped_for, house_taken, taken,
       (select uploads_used_this_month from artist_subscriptions where user_id = artist_tracks.artist_id) as uploads
       from artist_tracks left join review_allowances pool on pool.id = allowance_id where artist_tracks.id = $1`,
    [trackId],
  );
const givenBack = (trackId: string) =>
  sql(owner(), 'select uploads, reviews, reviews_left, reviews_moved from given_back where track_id = $1', [
    trackId,
  ]);

async function delivered(trackId: string, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    await aReview(owner(), {
      track: { id: trackId, artistId: artist.userId },
      createdAt: earshot.clock.now(),
    });
  }
}

describe('the promised date', () => {
  test('is missing without supply, and the pace shows how long it takes', async () => {
    await subscribe('pro');
    expect(await forecast()).toEqual({
      ...{ reviewTarget: 20, later: null, promisedAt: null, weeks: null, smaller: null },
    });
    expect(await upload()).toMatchObject({ promisedAt: null, promise: null });
  });

  test('is shown before the upload and stored with the track; with too few listeners a smaller target is offered', async () => {
    await subscribe('basic');
    await supplyOf(20, 2);
    const shown = await forecast();
    expect(shown?.promisedAt).not.toBeNull();
    expect(await upload()).toMatchObject({ promisedAt: shown?.promisedAt, promise: 'open', delivered: 0 });
    await sql(owner(), "update artist_subscriptions set plan = 'pro' where user_id = $1", [artist.userId]);
    const smaller = (await forecast())?.smaller;
    expect(smaller?.reviewTarget).toBe(10);
    expect(await upload({ reviewTarget: 10 })).toMatchObject({ reviewTarget: 10, promise: 'open' });
  });

  test('is later if many reviews of plan tracks wait for a person', async () => {
    await subscribe('basic');
    await supplyOf(20, 2);
    const before = (await forecast())?.promisedAt ?? '';
    const waits =
      'update reviews set place_opened_at = created_at where id in (select id from reviews limit 8)';
    await sql(owner(), waits);
    await keepPromises(earshot.deps);
    expect((await forecast())?.promisedAt).toBe(before);
    await sql(owner(), "update artist_tracks set places_from = 'plan'");
    await keepPromises(earshot.deps);
    const after = (await forecast())?.promisedAt ?? '';
    expect(Date.parse(after) - Date.parse(before)).toBe(3 * dayLong * 1000);
  });

  test.each([
    { movesPlaces: true, target: 20 },
    { movesPlaces: false, target: 10 },
  ])('of a new version is the one shown before, for as many reviews: %o', async ({ movesPlaces, target }) => {
    await subscribe('basic');
    await supplyOf(40, 1);
    const { id: formerId } = await upload();
    const offer = await newVersionOffer(formerId);
    const shown = movesPlaces ? offer.moving : offer.staying;
    expect(shown).toMatchObject({ reviewTarget: target, forecast: { reviewTarget: target } });
    expect(shown.forecast?.promisedAt).not.toBeNull();
    const made = await upload({ newVersionOf: { trackId: formerId, movesPlaces } });
    expect(made).toMatchObject({
      reviewTarget: target,
      promisedAt: shown.forecast?.promisedAt,
      promise: 'open',
    });
  });

  test('of a new version with reserved places is not set before they are open to all', async () => {
    await subscribe('basic');
    await supplyOf(40, 2);
    const { id: formerId } = await upload();
    for (let i = 0; i < 5; i += 1) {
      const { id } = await aReview(owner(), { track: { id: formerId, artistId: artist.userId } });
      await sql(owner(), 'select ledger.approve_review($1, null)', [id]);
    }
    const { staying } = await newVersionOffer(formerId);
    expect(staying).toMatchObject({ reviewTarget: 10, keptPlaces: 5 });
    const made = await upload({ newVersionOf: { trackId: formerId, movesPlaces: false } });
    expect(made.promisedAt).toBe(staying.forecast?.promisedAt);
    expect(Date.parse(made.promisedAt ?? '')).toBeGreaterThan(days(5).getTime());
  });

  test('of a new version with a smaller target is offered together with the moved places', async () => {
    await subscribe('basic');
    await supplyOf(30, 2);
    const { id: formerId } = await upload({ reviewTarget: 7 });
    const { moving } = await newVersionOffer(formerId);
    expect(moving.forecast).toMatchObject({
      promisedAt: null,
      smaller: { reviewTarget: 15, wantedTarget: 8 },
    });
    expect((await newVersionOffer(formerId, 8)).moving.forecast).toMatchObject({ reviewTarget: 15 });
    const made = await upload({ reviewTarget: 8, newVersionOf: { trackId: formerId, movesPlaces: true } });
    expect(made).toMatchObject({ reviewTarget: 15, promisedAt: moving.forecast?.smaller?.promisedAt });
  });

  test('of the second of two simultaneous uploads takes the first into account', async () => {
    await subscribe('pro');
    await supplyOf(40, 1);
    const [one, two] = await Promise.all([upload(), upload()]);
    expect(one.promisedAt).not.toEqual(two.promisedAt);
  });
});

/** An Indie track with a promised date, on a platform where enough is approved. */
async function aPromisedTrack() {
  await subscribe('basic');
  await supplyOf(20, 2);
  const made = await upload();
  expect(made.promise).toBe('open');
  const hours = (Date.parse(made.promisedAt ?? '') - earshot.clock.now().getTime()) / 3_600_000;
  return { ...made, untilDate: hours * 3600 };
}

describe('a late track', () => {
  test('comes before a hundred Icon tracks three days before its date, and returns to its place once it has caught up', async () => {
    const { id, untilDate } = await aPromisedTrack();
    for (let i = 0; i < 100; i += 1) await aTrack(owner(), { priorityWeight: 3 });
    const serve = async (to: ApiUser) => (await to.get(api.listening.nextTrack, { body: {} })).track?.trackId;
    // Has passed the place of the track at its weight.
    const regular = await earshot.signIn({ userType: 'listener' });
    expect(await serve(regular)).not.toBe(id);
    earshot.clock.advance(untilDate - 3 * dayLong - 60);
    await keepPromises(earshot.deps);
    expect(await stored(id)).toMatchObject({ queue_rank: 1 });
    earshot.clock.advance(60);
    await keepPromises(earshot.deps);
    expect(await stored(id)).toMatchObject({ queue_rank: 4 });
    expect(await serve(await earshot.signIn({ userType: 'listener' }))).toBe(id);
    await delivered(id, 9);
    await keepPromises(earshot.deps);
    expect(await stored(id)).toMatchObject({ queue_rank: 1, promise: 'open' });
  });

  test('keeps its place while too few reviews are approved on the platform', async () => {
    const { id, untilDate } = await aPromisedTrack();
    await sql(owner(), "update reviews set created_at = created_at - interval '30 days'");
    earshot.clock.advance(untilDate - dayLong);
    await keepPromises(earshot.deps);
    expect(await stored(id)).toMatchObject({ late_at: null, queue_rank: 1 });
  });
});

describe('a promise', () => {
  test('is kept by reviews that are approved or pending without a finding, not by flagged ones', async () => {
    const { id, untilDate } = await aPromisedTrack();
    await delivered(id, 10);
    await sql(
      owner(),
      "update reviews set waits_for = 'person' where track_id = $1 and id = (select min(id::text)::uuid from reviews where track_id = $1)",
      [id],
    );
    await keepPromises(earshot.deps);
    expect(await stored(id)).toMatchObject({ promise: 'open' });
    expect(await track(id)).toMatchObject({ delivered: 9, perDay: 9 });
    await sql(owner(), "update reviews set waits_for = 'rules' where track_id = $1", [id]);
    earshot.clock.advance(untilDate + 60);
    await keepPromises(earshot.deps);
    expect(await stored(id)).toMatchObject({ promise: 'kept' });
    expect(await givenBack(id)).toEqual([]);
  });

  test('pauses while the artist is suspended, and its date moves by as long', async () => {
    const { id, promisedAt, untilDate } = await aPromisedTrack();
    await sql(owner(), 'update users set suspended_at = now() where id = $1', [artist.userId]);
    await keepPromises(earshot.deps);
    expect(await stored(id)).toMatchObject({ stopped_for: 'suspension' });
    earshot.clock.advance(untilDate + 2 * dayLong);
    await keepPromises(earshot.deps);
    await sql(owner(), 'update users set suspended_at = null where id = $1', [artist.userId]);
    await keepPromises(earshot.deps);
    expect(await stored(id)).toMatchObject({ stopped_for: null, promise: 'open' });
    expect(Date.parse((await track(id)).promisedAt ?? '')).toBe(
      Date.parse(promisedAt ?? '') + (untilDate + 2 * dayLong) * 1000,
    );
  });
});

/** Ends the connections to this database that wait for a lock. */
const killWaiting = () =>
  sql(
    earshot.deps.database,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = current_user and wait_event_type = 'Lock'`,
  );

describe('a missed promise', () => {
  test('returns the upload and the missing reviews from the house pool, once, even if checked concurrently', async () => {
    const { id, untilDate } = await aPromisedTrack();
    await delivered(id, 8);
    earshot.clock.advance(untilDate + 60);
    await Promise.all(Array.from({ length: 10 }, () => keepPromises(earshot.deps)));
    await keepPromises(earshot.deps);
    expect(await stored(id)).toMatchObject({
      promise: 'missed',
      review_target: 10,
      house_taken: 2,
      taken: 10,
      uploads: 0,
    });
    expect(await givenBack(id)).toEqual([{ uploads: 0, reviews: 2, reviews_left: 2, reviews_moved: 0 }]);
    await earshot.runJobs();
    const mails = await sqlRow(owner(), 'select count(*)::int as mails from outbox where notice_key = $1', [
      `missed-promise:${id}`,
    ]);
    expect(mails).toEqual({ mails: 1 });
    expect(await track(id)).toMatchObject({ promise: 'missed', givenBack: { reviews: 2 } });
  });

  test('is settled once if the server is killed in the middle and ten checks run at once', async () => {
    const { id, untilDate } = await aPromisedTrack();
    await delivered(id, 8);
    earshot.clock.advance(untilDate + 60);
    const killed = await owner().transaction(async (held) => {
      // The upload and the pool are settled by then; what was given back is not written down yet.
      await sql(held, 'lock table given_back in share mode');
      let ending: string | undefined;
      const settling = keepPromises(earshot.deps).then(
        () => 'settled',
        () => 'killed',
      );
      void settling.then((how) => {
        ending = how;
      });
      // A transaction that loses its connection is tried again, so each try is killed.
      while (ending === undefined) {
        await killWaiting();
        await sleep(20);
      }
      return { ending };
    });
    expect(killed.ending).toBe('killed');
    expect(await stored(id)).toMatchObject({ promise: 'open', house_taken: 0, uploads: 1 });
    expect(await givenBack(id)).toEqual([]);
    await Promise.all(Array.from({ length: 10 }, () => keepPromises(earshot.deps)));
    expect(await stored(id)).toMatchObject({ promise: 'missed', house_taken: 2, uploads: 0 });
    expect(await givenBack(id)).toEqual([{ uploads: 0, reviews: 2, reviews_left: 2, reviews_moved: 0 }]);
  });

  test('notifies the artist once, in the bell and by email, even with emails turned off', async () => {
    const { id, untilDate } = await aPromisedTrack();
    await delivered(id, 8);
    earshot.clock.advance(untilDate + 60);
    for (let i = 0; i < 3; i += 1) {
      await keepPromises(earshot.deps);
      await earshot.runJobs();
    }
    await mailMissedPromise(earshot.deps, id);
    const subject = '“Night Bus” missed its date: your upload is back';
    const { items } = await (await earshot.signInAgain(artist.userId)).get(api.accounts.listNotices, {
      query: {},
    });
    expect(items.filter(({ title }) => title === subject)).toMatchObject([{ path: '/app/tracks' }]);
    const mails = await sql(owner(), 'select from outbox where subject = $1', [subject]);
    expect(mails).toHaveLength(1);
  });

  test('moves unused places from the track itself if the pool is empty', async () => {
    const { id, untilDate } = await aPromisedTrack();
    await delivered(id, 4);
    await sql(owner(), 'update review_allowances set house_taken = included / 5');
    earshot.clock.advance(untilDate + 60);
    await keepPromises(earshot.deps);
    expect(await stored(id)).toMatchObject({ promise: 'missed', review_target: 4, house_taken: 4 });
    expect(await givenBack(id)).toEqual([{ uploads: 0, reviews: 6, reviews_left: 6, reviews_moved: 6 }]);
    await keepPromises(earshot.deps);
    // 10 of 20 were taken, and 6 of them came back.
    expect(
      (
        await (
          await earshot.signInAgain(artist.userId)
        ).get(api.subscriptions.getUploadEligibility, { body: {} })
      ).includedReviews?.left,
    ).toBe(16);
  });

  test('after the period gives a credit that does not expire with the month, with its reviews', async () => {
    const { id, untilDate } = await aPromisedTrack();
    await sql(
      owner(),
      `update artist_subscriptions set current_period_start = $2::timestamptz, current_period_end = $3::timestamptz,
         uploads_limit = 0 where user_id = $1`,
      [artist.userId, days(3), days(40)],
    );
    earshot.clock.advance(untilDate + 60);
    await keepPromises(earshot.deps);
    expect(await givenBack(id)).toMatchObject([{ uploads: 1, reviews: 10 }]);
    artist = await earshot.signInAgain(artist.userId);
    expect(await upload()).toMatchObject({ reviewTarget: 5 });
    expect(await upload()).toMatchObject({ reviewTarget: 10, priorityWeight: 1 });
    const uploadId = crypto.randomUUID();
    expect((await artist.upload(anMp3({ mark: uploadId }), uploadId)).status).toBe(409);
  });
});
