import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { keepDates } from '#server/plans/balance/keep-dates.ts';
import { tellListeners } from '#server/reviewing/listening/tell-listeners.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { listenTo } from '#tests/support/people/listening.ts';
import { anHonestComment, typedByHand } from '#tests/support/people/reviewing.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aReview, aTrack, giveReviews } from '#tests/support/world/rows.ts';
import { someoneWaits, sql, sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
const started = async (environment: Record<string, string> = {}) => {
  earshot = await startEarshot(environment);
};
afterEach(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
/** Hears a track whose file is nowhere: its sound counts as sent. */
async function hear(who: ApiUser, track: Parameters<typeof listenTo>[2], seconds: number): Promise<void> {
  await listenTo(earshot, who, track, seconds, { fetchAudio: false });
  await sql(owner(), 'update leases set bytes_sent = 1000000 where listener_id = $1 and closed_at is null', [
    who.userId,
  ]);
}
const aListener = () => earshot.signIn({ userType: 'listener' });
const next = (listener: ApiUser, body: { unpaid?: boolean; trackId?: string } = {}) =>
  listener.get(api.listening.nextTrack, { body });
/** An active track without reviews. */
const aFullTrack = (more: Parameters<typeof aTrack>[1] = {}) => aTrack(owner(), { reviewTarget: 0, ...more });
const submit = (listener: ApiUser, trackId: string) =>
  listener.call(api.reviews.submitReview, {
    body: { trackId, rating: 4, comment: anHonestComment, typing: typedByHand },
    idempotencyKey: randomUUID(),
  });
const answer = (listener: ApiUser, trackId: string, more: { rating?: number; note?: string } = {}) =>
  listener.call(api.listening.answerUnpaid, { body: { trackId, rating: 4, note: '', ...more } });

describe('listening without pay', () => {
  beforeEach(() => started());

  test('is offered if no track waits, and a track to review takes precedence', async () => {
    await aFullTrack();
    const listener = await aListener();
    expect((await next(listener)).empty).toEqual({ likelyAt: null, isAsked: false, mayListenUnpaid: true });
    const paid = await aTrack(owner());
    expect((await next(listener, { unpaid: true })).track).toMatchObject({
      trackId: paid.id,
      isUnpaid: false,
    });
  });

  test('never offers the listener’s own track, or one of a suspended artist', async () => {
    const listener = await aListener();
    await aFullTrack({ artistId: listener.userId });
    const { artistId } = await aFullTrack();
    await sql(owner(), 'update users set suspended_at = now() where id = $1', [artistId]);
    expect((await next(listener, { unpaid: true })).track).toBeNull();
    expect((await next(listener)).empty?.mayListenUnpaid).toBe(false);
  });

  test('never offers a track whose recording waits for an admin', async () => {
    const { id } = await aFullTrack();
    await sql(owner(), "update artist_tracks set held_until = now() + interval '2 days' where id = $1", [id]);
    const listener = await aListener();
    expect((await next(listener, { unpaid: true })).track).toBeNull();
    await sql(owner(), 'update artist_tracks set held_until = null where id = $1', [id]);
    expect((await next(listener, { unpaid: true })).track).toMatchObject({ trackId: id });
  });

  test('pays nothing, takes no place, and is separate from reviews, plays, the curve, marks and averages', async () => {
    const { id } = await aFullTrack();
    const listener = await aListener();
    const { track } = await next(listener, { unpaid: true });
    expect(track).toMatchObject({ trackId: id, isUnpaid: true });
    await hear(listener, track, 72);
    await listener.get(api.listening.markMoment, {
      params: { trackId: id },
      body: { kind: 'love', atSecond: 12 },
    });
    expect((await submit(listener, id)).code).toBe('not_assigned');
    expect((await answer(listener, id, { note: 'That riff.' })).status).toBe(200);
    const counts = await sqlRow(
      owner(),
      `select (select count(*)::int from reviews) as reviews, (select count(*)::int from play_events) as plays,
         (select count(*)::int from stays) as stays, (select count(*)::int from moments) as moments,
         (select count(*)::int from heard_seconds) as heard, review_count, rating_sum, play_count,
         (select count(*)::int from leases where assignment_id is not null) as places
         from artist_tracks where id = $1`,
      [id],
    );
    expect(Object.values(counts)).toEqual(Array.from({ length: 9 }, () => 0));
  });

  test('rejects a mark at a second that was not heard', async () => {
    const { id } = await aFullTrack();
    const listener = await aListener();
    const { track } = await next(listener, { unpaid: true });
    await hear(listener, track, 8);
    const mark = { params: { trackId: id }, body: { kind: 'lost' as const, atSecond: 40 } };
    expect((await listener.call(api.listening.markMoment, mark)).code).toBe('not_heard');
  });

  test('is shown separately to the artist, with stars, note and marks, and to no one else', async () => {
    const { id, artistId } = await aFullTrack();
    const listener = await aListener();
    const { track } = await next(listener, { unpaid: true });
    await hear(listener, track, 20);
    await listener.get(api.listening.markMoment, {
      params: { trackId: id },
      body: { kind: 'love', atSecond: 12 },
    });
    await answer(listener, id, { rating: 5, note: 'That riff.' });
    const artist = await earshot.signInAgain(artistId);
    const { items } = await artist.get(api.listening.listUnpaidAnswers, {
      params: { trackId: id },
      query: {},
    });
    expect(items).toMatchObject([
      { rating: 5, note: 'That riff.', moments: [{ kind: 'love', atSecond: 12 }] },
    ]);
    const other = await earshot.signIn({ userType: 'artist' });
    expect(
      (await other.call(api.listening.listUnpaidAnswers, { params: { trackId: id }, query: {} })).code,
    ).toBe('not_found');
  });

  test('does not delay a track to review, and continues if there is none', async () => {
    const unpaid = await aFullTrack();
    const listener = await aListener();
    await next(listener, { unpaid: true });
    expect((await next(listener)).track).toMatchObject({ trackId: unpaid.id, isUnpaid: true });
    const paid = await aTrack(owner());
    expect((await next(listener)).track).toMatchObject({ trackId: paid.id, isUnpaid: false });
    expect((await answer(listener, unpaid.id)).code).toBe('not_assigned');
  });

  test('continues after a reload for a listener at the limit of opened tracks, even if the chosen track is not available', async () => {
    const listener = await aListener();
    // One of them is heard without pay, and is none of the thirty then.
    const opened = await Promise.all(Array.from({ length: 31 }, () => aFullTrack()));
    for (const { id } of opened) {
      await sql(
        owner(),
        `insert into delivered_audio (listener_id, track_id, delivered, opened_at)
         values ($1, $2, '{[0,300000)}', $3)`,
        [listener.userId, id, earshot.clock.now()],
      );
    }
    const { track } = await next(listener, { unpaid: true });
    expect(track?.isUnpaid).toBe(true);
    const paid = await aTrack(owner());
    expect((await next(listener)).track).toMatchObject({ trackId: track?.trackId, isUnpaid: true });
    const wish = { trackId: opened.find(({ id }) => id !== track?.trackId)?.id ?? '' };
    expect(await next(listener, wish)).toMatchObject({
      track: { trackId: track?.trackId },
      refusedWish: 'not_open',
    });
    const chosen = await listener.call(api.listening.nextTrack, { body: { trackId: paid.id } });
    expect(chosen.code).toBe('tracks_opened');
    // Once it is answered nothing goes on, and the bound is told.
    expect((await answer(listener, track?.trackId ?? '')).status).toBe(200);
    expect((await listener.call(api.listening.nextTrack, { body: {} })).code).toBe('tracks_opened');
  });

  test('serves unheard tracks first, then those heard the longest ago', async () => {
    const ids = [(await aFullTrack()).id, (await aFullTrack()).id];
    const listener = await aListener();
    const heard: (string | undefined)[] = [];
    for (let i = 0; i < 4; i += 1) {
      const { track } = await next(listener, { unpaid: true });
      heard.push(track?.trackId);
      earshot.clock.advance(60);
      await answer(listener, track?.trackId ?? '');
    }
    expect(new Set(heard.slice(0, 2))).toEqual(new Set(ids));
    expect(heard.slice(2)).toEqual(heard.slice(0, 2));
    const answers = await sqlRow(owner(), 'select count(*)::int as answers from unpaid_answers');
    expect(answers).toEqual({ answers: 2 });
  });

  test('does not count toward a later review of the same track, and that listener is left out of the curve', async () => {
    const { id } = await aFullTrack();
    const listener = await aListener();
    const { track } = await next(listener, { unpaid: true });
    await hear(listener, track, 72);
    await answer(listener, id);
    await giveReviews(owner(), id, 1);
    const again = (await next(listener)).track;
    expect(again).toMatchObject({ trackId: id, isUnpaid: false });
    expect(again?.progress).toMatchObject({ listenedSeconds: 0, unlocked: false, heard: [] });
    await hear(listener, again, 64);
    expect((await submit(listener, id)).status).toBe(201);
    expect(await sql(owner(), 'select * from stays')).toEqual([]);
  });

  test('ends at the limit of opened tracks if the listener answers for none', async () => {
    for (let i = 0; i < 31; i += 1) await aFullTrack();
    const listener = await aListener();
    for (let i = 0; i < 30; i += 1) {
      const { track } = await next(listener, { unpaid: true });
      expect(track?.isUnpaid).toBe(true);
      await listener.get(api.listening.skipTrack, { body: { trackId: track?.trackId ?? '' } });
      await sql(owner(), `insert into skipped_tracks values ($1, $2, now()) on conflict do nothing`, [
        listener.userId,
        track?.trackId,
      ]);
    }
    expect((await next(listener, { unpaid: true })).track).toBeNull();
  });
});

describe('‘Tell me’', () => {
  beforeEach(() => started());

  const ask = (listener: ApiUser, wanted = true) =>
    listener.get(api.listening.askToBeTold, { body: { wanted } });
  const toldCount = async () =>
    Number(
      (
        await sqlRow(
          owner(),
          "select count(*)::int as told from outbox where notice_key like 'tracks-again:%'",
        )
      ).told,
    );

  test('notifies no one while no track waits, and no one who turned it off', async () => {
    const listener = await aListener();
    expect(await ask(listener)).toEqual({ isAsked: true });
    expect((await next(listener)).empty?.isAsked).toBe(true);
    await tellListeners(earshot.deps);
    expect(await toldCount()).toBe(0);
    await ask(listener, false);
    await aTrack(owner());
    await tellListeners(earshot.deps);
    expect(await toldCount()).toBe(0);
  });

  test('notifies once, by notice and email, however often and concurrently the job runs', async () => {
    const listener = await aListener();
    await ask(listener);
    await ask(listener);
    await aTrack(owner());
    await Promise.all([tellListeners(earshot.deps), tellListeners(earshot.deps)]);
    earshot.clock.advance(3600);
    await tellListeners(earshot.deps);
    expect(await toldCount()).toBe(1);
    const again = await earshot.signInAgain(listener.userId);
    const { items } = await again.get(api.accounts.listNotices, { query: {} });
    expect(items).toMatchObject([{ title: 'A track is ready for your review', path: '/app/review' }]);
  });

  test('notifies as many of forty listeners as there are free places, and the next one if a place is not taken', async () => {
    const listeners: ApiUser[] = [];
    for (let i = 0; i < 40; i += 1) {
      const listener = await aListener();
      await ask(listener);
      earshot.clock.advance(1);
      listeners.push(listener);
    }
    await aTrack(owner(), { reviewTarget: 2 });
    await tellListeners(earshot.deps);
    await tellListeners(earshot.deps);
    expect(await toldCount()).toBe(2);
    const [first] = listeners;
    if (first) expect((await next(first)).track).not.toBeNull();
    await tellListeners(earshot.deps);
    expect(await toldCount()).toBe(2);
    // The second does not come.
    earshot.clock.advance(31 * 60);
    await tellListeners(earshot.deps);
    expect(await toldCount()).toBe(3);
  });

  test('notifies no one about their own or already reviewed tracks, and no listener at their daily limit', async () => {
    const listener = await aListener();
    await ask(listener);
    await aTrack(owner(), { artistId: listener.userId });
    await aReview(owner(), { listenerId: listener.userId });
    await tellListeners(earshot.deps);
    expect(await toldCount()).toBe(0);
  });
});

test('‘Tell me’ skips any number of listeners without a track for them, and all test accounts', async () => {
  await started();
  const { id } = await aTrack(owner(), { reviewTarget: 3 });
  await sql(
    owner(),
    `with made as (
       insert into users (id, email, email_normalized, password_hash, confirmed_at)
       select gen_random_uuid(), n || '@example.org', n || '@example.org', 'x', now() from generate_series(1, 230) n
       returning id
     ), people as (
       insert into profiles (user_id, username, display_name, user_type)
       select id, id::text, 'Lee', 'listener' from made returning user_id
     ), skipped as (
       insert into skipped_tracks (listener_id, track_id, skipped_at) select user_id, $1, now() from people
     )
     insert into queue_asks (listener_id, asked_at) select user_id, $2 from people`,
    [id, earshot.clock.now()],
  );
  const tester = await aListener();
  await sql(owner(), 'update users set is_test = true where id = $1', [tester.userId]);
  earshot.clock.advance(1);
  await tester.get(api.listening.askToBeTold, { body: { wanted: true } });
  earshot.clock.advance(1);
  const last = await aListener();
  await last.get(api.listening.askToBeTold, { body: { wanted: true } });
  await tellListeners(earshot.deps);
  expect(await sql(owner(), 'select listener_id from queue_asks where told_at is not null')).toEqual([
    { listener_id: last.userId },
  ]);
});

test('‘Tell me’ does not lock a listener while it checks others', async () => {
  await started();
  await aTrack(owner());
  const waiting = await aListener();
  await waiting.get(api.listening.askToBeTold, { body: { wanted: true } });
  await owner()
    .transaction(async (tx) => {
      await sql(tx, 'select from artist_tracks for update');
      const telling = tellListeners(earshot.deps);
      await someoneWaits(owner());
      // Would wait for the one who is told, were it locked before the track.
      await waiting.get(api.listening.askToBeTold, { body: { wanted: false } });
      return { telling };
    })
    .then(({ telling }) => telling);
  expect(await sql(owner(), 'select from outbox')).toEqual([]);
});

test('‘Tell me’ does not offer a place for which someone else is notified at the same moment', async () => {
  await started();
  const { id } = await aTrack(owner(), { reviewTarget: 1 });
  const [waiting, other] = [await aListener(), await aListener()];
  await waiting.get(api.listening.askToBeTold, { body: { wanted: true } });
  const { telling } = await owner().transaction(async (tx) => {
    await sql(tx, 'select from artist_tracks for update');
    const told = tellListeners(earshot.deps);
    await someoneWaits(owner());
    await sql(
      tx,
      `insert into queue_asks (listener_id, asked_at, told_at, told_track_id) values ($1, $2, $2, $3)`,
      [other.userId, earshot.clock.now(), id],
    );
    return { telling: told };
  });
  await telling;
  expect(await sql(owner(), 'select listener_id from queue_asks where told_at is not null')).toEqual([
    { listener_id: other.userId },
  ]);
});

test('reviews and listening without pay always leave 20 listeners and 10 tracks something to do', async () => {
  await started();
  for (let i = 0; i < 10; i += 1) await aTrack(owner(), { reviewTarget: 5 });
  const people = await Promise.all(Array.from({ length: 20 }, aListener));
  let paid = 0;
  for (let day = 0; day < 2; day += 1) {
    for (const { userId } of people) {
      const listener = await earshot.signInAgain(userId);
      for (let turn = 0; turn < 4; turn += 1) {
        const { track } = await next(listener, { unpaid: true });
        expect(track).not.toBeNull();
        const trackId = track?.trackId ?? '';
        if (track?.isUnpaid) {
          await answer(listener, trackId);
          continue;
        }
        paid += 1;
        await sql(
          owner(),
          "update leases set closed_at = now(), outcome = 'reviewed' where listener_id = $1 and closed_at is null",
          [listener.userId],
        );
        await aReview(owner(), { listenerId: listener.userId, track: await artistOf(trackId) });
      }
    }
    earshot.clock.advance(24 * 3600);
  }
  expect(paid).toBe(50);
});

const artistOf = async (id: string) => ({
  id,
  artistId: String(
    (await sqlRow(owner(), 'select artist_id from artist_tracks where id = $1', [id])).artist_id,
  ),
});

test('the empty queue estimates when the next tracks are likely from the tracks that got reviews in 14 days', async () => {
  await started();
  for (let i = 0; i < 7; i += 1)
    await aReview(owner(), { track: await aTrack(owner(), { reviewTarget: 1 }) });
  await keepDates(earshot.deps);
  const listener = await aListener();
  const hours =
    (Date.parse((await next(listener)).empty?.likelyAt ?? '') - earshot.clock.now().getTime()) / 3_600_000;
  expect(hours).toBeCloseTo(48, 1);
});
