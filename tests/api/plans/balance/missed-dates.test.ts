import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { mailMissedDate } from '#server/plans/balance/keep-dates.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { type Earshot, fixedStart } from '#tests/support/world/earshot.ts';
import { aListener, aReview, aTrack } from '#tests/support/world/rows.ts';
import { sharedEarshot } from '#tests/support/world/shared-earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';
import { AnArtist } from './an-artist.ts';

const shared = sharedEarshot({}, { startsAt: fixedStart });
let earshot: Earshot;
let artist: AnArtist;
beforeEach(async () => {
  earshot = shared();
  artist = await AnArtist.enter(earshot);
});

const owner = () => earshot.testDatabase.ownerDatabase;
const day = 86_400;

/** A track with so many of a pack's reviews and a date for them. */
async function aDatedTrack(reviews = 10, pack: 'ten' | 'twenty' = 'ten') {
  await artist.supply();
  const paymentId = await artist.pack(pack);
  // The free reviews of the upload expire later.
  earshot.clock.advance(1);
  const trackId = await artist.upload({ reviews });
  const first = (await artist.track(trackId)).assignments.find((given) => given.promise === 'open');
  if (!first?.promisedAt) throw new Error('No date was promised.');
  return { paymentId, trackId, id: first.id, promisedAt: first.promisedAt };
}
const passDate = async (promisedAt: string) => {
  earshot.clock.advance((Date.parse(promisedAt) - earshot.clock.now().getTime()) / 1000 + 60);
  await artist.keepDates();
  await artist.wait(0);
};
async function delivered(trackId: string, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    await aReview(owner(), { track: { id: trackId, artistId: artist.id }, createdAt: earshot.clock.now() });
  }
}
const promise = async (trackId: string) => (await artist.track(trackId)).assignments[0];
const missedLots = () =>
  artist.rows(`select reviews, uploads, payment_id, extract(day from expires_at - created_at)::int as days
    from review_lots where artist_id = $1 and source = 'missed'`);

describe('a date', () => {
  test('is kept by reviews that are not rejected', async () => {
    const { trackId, promisedAt } = await aDatedTrack();
    await delivered(trackId, 10);
    await passDate(promisedAt);
    expect(await promise(trackId)).toMatchObject({ promise: 'kept', delivered: 10, openPlaces: 0 });
    expect(await missedLots()).toEqual([]);
  });

  test('is kept by fewer once the others are taken back', async () => {
    const { trackId, promisedAt } = await aDatedTrack();
    await delivered(trackId, 6);
    await artist.takeBack(trackId, 4);
    await passDate(promisedAt);
    expect(await promise(trackId)).toMatchObject({ promise: 'kept', dated: 6 });
  });

  test.each([
    [
      'suspension',
      'update users set suspended_at = case when $2 then now() end where id = (select artist_id from artist_tracks where id = $1)',
    ],
    [
      'takedown',
      "update artist_tracks set status = case when $2 then 'taken_down' else 'active' end where id = $1",
    ],
    [
      'look',
      "update artist_tracks set held_until = case when $2 then now() + interval '10 years' end where id = $1",
    ],
  ])('stands still during a %s, and moves by as long', async (why, change) => {
    const { trackId, id, promisedAt } = await aDatedTrack();
    const set = (isStopped: boolean) => sql(owner(), change, [trackId, isStopped]);
    const stored = () =>
      sqlRow(
        owner(),
        'select promise, stopped_for as why, promised_at as at from assignments where id = $1',
        [id],
      );
    const stoppedAt = earshot.clock.now().getTime();
    await set(true);
    await artist.keepDates();
    expect(await stored()).toMatchObject({ promise: 'open', why });
    await passDate(promisedAt);
    const passed = earshot.clock.now().getTime() - stoppedAt;
    await set(false);
    await artist.keepDates();
    const moved = new Date(Date.parse(promisedAt) + passed);
    expect(await stored()).toEqual({ promise: 'open', why: null, at: moved });
  });

  test('stands still while the day’s budget for rewards is spent', async () => {
    const { trackId, id, promisedAt } = await aDatedTrack();
    await delivered(trackId, 1);
    await sql(owner(), "update reviews set waits_for = 'budget'");
    await artist.keepDates();
    await passDate(promisedAt);
    const stored = 'select promise, stopped_for from assignments where id = $1';
    expect(await sqlRow(owner(), stored, [id])).toEqual({ promise: 'open', stopped_for: 'budget' });
  });

  test('ends without a miss when the track is deleted or its payment goes back', async () => {
    const { trackId, promisedAt } = await aDatedTrack();
    const { paymentId, trackId: other } = await aDatedTrack();
    await artist.user.get(api.tracks.deleteTrack, { params: { trackId } });
    await artist.reversal(paymentId, 'open');
    await passDate(promisedAt);
    expect((await artist.track(other)).assignments.filter((given) => given.promise !== null)).toEqual([]);
    expect(await missedLots()).toEqual([]);
  });
});

describe('a late track', () => {
  const late = (trackId: string) =>
    sqlRow(owner(), 'select queue_rank from artist_tracks where id = $1', [trackId]).then(
      (row) => row.queue_rank,
    );

  test('comes before a hundred Icon tracks three days before its date, until it has caught up', async () => {
    for (let i = 0; i < 20; i += 1) {
      const { id } = await aReview(owner(), { listenerId: await aListener(owner()), createdAt: artist.now });
      await sql(owner(), 'select ledger.approve_review($1, null)', [id]);
    }
    const { trackId } = await aDatedTrack();
    const date = artist.day(6);
    await sql(owner(), 'update assignments set promised_at = $1 where promised_at is not null', [date]);
    for (let i = 0; i < 100; i += 1) await aTrack(owner(), { priorityWeight: 3 });
    const serve = async (to: ApiUser) => (await to.get(api.listening.nextTrack, { body: {} })).track?.trackId;
    earshot.clock.advance(3 * day - 60);
    await artist.keepDates();
    expect(await late(trackId)).toBe(1);
    earshot.clock.advance(60);
    await artist.keepDates();
    expect(await late(trackId)).toBe(4);
    expect(await serve(await earshot.signIn({ userType: 'listener' }))).toBe(trackId);
    await delivered(trackId, 9);
    await artist.keepDates();
    expect(await sqlRow(owner(), 'select late_at from assignments where track_id = $1', [trackId])).toEqual({
      late_at: null,
    });
  });

  test('keeps its place while too few reviews are approved on the platform', async () => {
    const { trackId } = await aDatedTrack();
    earshot.clock.advance(2 * day);
    await artist.keepDates();
    expect(await late(trackId)).toBe(1);
  });
});

describe('a missed date', () => {
  test('brings what was missing, at most a tenth of the payment, for a month, with an upload; the places stay', async () => {
    const { trackId, paymentId, promisedAt } = await aDatedTrack(10, 'twenty');
    await delivered(trackId, 7);
    await passDate(promisedAt);
    await Promise.all(Array.from({ length: 10 }, () => artist.keepDates()));
    expect(await missedLots()).toEqual([{ reviews: 2, uploads: 1, payment_id: paymentId, days: 31 }]);
    expect(await promise(trackId)).toMatchObject({
      promise: 'missed',
      broughtReviews: 2,
      openPlaces: 3,
      delivered: 7,
    });
    // 10 of the pack, 5 free ones of the upload, and these.
    expect(await artist.left()).toBe(17);
    expect(await artist.next()).toMatchObject({ creditsRemaining: 2 });
    await artist.wait(31);
    expect(await artist.left()).toBe(15);
  });

  test('brings fewer than a tenth if fewer were missing', async () => {
    const { trackId, promisedAt } = await aDatedTrack(10, 'twenty');
    await delivered(trackId, 9);
    await passDate(promisedAt);
    expect(await missedLots()).toMatchObject([{ reviews: 1 }]);
  });

  test('counts a rejected review as missing', async () => {
    const { trackId, promisedAt } = await aDatedTrack();
    await delivered(trackId, 10);
    await sql(
      owner(),
      `select ledger.reject_review(id, $2, 'copied', 'This is another review again.') from reviews
        where track_id = $1 limit 1`,
      [trackId, (await earshot.signIn({ admin: true })).userId],
    );
    await passDate(promisedAt);
    expect(await promise(trackId)).toMatchObject({ promise: 'missed', delivered: 9, openPlaces: 1 });
  });

  test('of twenty assignments of one review brings a tenth of the payment, and one upload', async () => {
    await artist.supply();
    await artist.pack('twenty');
    earshot.clock.advance(1);
    const trackId = await artist.upload({ reviews: 0 });
    for (let i = 0; i < 20; i += 1) {
      earshot.clock.advance(1);
      await artist.add(trackId, 1);
    }
    const { assignments } = await artist.track(trackId);
    expect(assignments.filter((given) => given.promise === 'open')).toHaveLength(20);
    await passDate(
      assignments
        .map((given) => given.promisedAt ?? '')
        .toSorted()
        .at(-1) ?? '',
    );
    const lots = await missedLots();
    const sum = (of: 'reviews' | 'uploads') => lots.reduce((all, lot) => all + Number(lot[of]), 0);
    expect([lots.length, sum('reviews'), sum('uploads')]).toEqual([20, 2, 1]);
  });

  test('returns the upload of a track that got reviews of several lots at once', async () => {
    const { id, trackId, promisedAt } = await aDatedTrack();
    await sql(
      owner(),
      `insert into assignments (id, lot_id, track_id, reviews, assigned_at, weight)
       select '00000000-0000-4000-8000-000000000000', free.id, given.track_id, 5, given.assigned_at, 0
         from assignments given join artist_tracks track on track.id = given.track_id
         join review_lots free on free.artist_id = track.artist_id and free.source = 'free' where given.id = $1`,
      [id],
    );
    await passDate(promisedAt);
    expect((await artist.track(trackId)).assignments).toHaveLength(2);
    expect(await missedLots()).toMatchObject([{ reviews: 1, uploads: 1 }]);
  });

  test('notifies the artist once, in the bell and by email, even with emails turned off', async () => {
    const { id, promisedAt } = await aDatedTrack();
    await passDate(promisedAt);
    for (let i = 0; i < 3; i += 1) {
      await artist.keepDates();
      await earshot.runJobs();
    }
    await mailMissedDate(earshot.deps, id);
    const subject = '“Night Bus” missed its date';
    expect(await sql(owner(), 'select from outbox where subject = $1', [subject])).toHaveLength(1);
    const { items } = await artist.user.get(api.accounts.listNotices, { query: {} });
    expect(items.filter(({ title }) => title === subject)).toMatchObject([{ path: '/app/tracks' }]);
  });

  test('is settled once if connections are killed in the middle and ten checks run at once', async () => {
    const { id, trackId, promisedAt } = await aDatedTrack();
    await delivered(trackId, 8);
    earshot.clock.advance((Date.parse(promisedAt) - earshot.clock.now().getTime()) / 1000 + 60);
    const killed = await owner().transaction(async (held) => {
      // The date is settled by then; what it brings is not written down yet.
      await sql(held, 'lock table review_lots in share mode');
      let ending: string | undefined;
      void artist.keepDates().then(
        () => (ending = 'settled'),
        () => (ending = 'killed'),
      );
      // A transaction that loses its connection is tried again, so each try is killed.
      while (ending === undefined) {
        await sql(
          earshot.deps.database,
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and usename = current_user and wait_event_type = 'Lock'`,
        );
        await sleep(20);
      }
      return { ending };
    });
    expect(killed.ending).toBe('killed');
    const stored = 'select promise from assignments where id = $1';
    expect(await sqlRow(owner(), stored, [id])).toEqual({ promise: 'open' });
    expect(await missedLots()).toEqual([]);
    await Promise.all(Array.from({ length: 10 }, () => artist.keepDates()));
    expect(await sqlRow(owner(), stored, [id])).toEqual({ promise: 'missed' });
    expect(await missedLots()).toMatchObject([{ reviews: 1, uploads: 1 }]);
  });
});
