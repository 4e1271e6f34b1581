import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { ReviewMark } from '#contract/reviewing/reviews/review-marks.ts';
import { hashPassword } from '#server/identity/passwords.ts';
import { recomputeStanding, recomputeStandings } from '#server/trust/standing/recompute-standing.ts';
import { habitsOfAll } from '#server/trust/standing/weigh-marks.ts';
import { goodPassword } from '#tests/support/people/accounts.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aListener, aRejectedReview, aReview, aTrack } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

const day = 24 * 3600;
const useful: ReviewMark = { kind: 'useful' };
const answered: ReviewMark = { kind: 'answered' };
const notUseful: ReviewMark = { kind: 'not_useful', reason: 'too_general' };

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot({ STANDING_BOUNDS: '' });
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;

interface Artist {
  readonly user: ApiUser;
  readonly track: { readonly id: string; readonly artistId: string };
}

/** An artist with a track, who has paid for the days around now. */
async function anArtistWho(pays: 'pays' | 'pays nothing'): Promise<Artist> {
  const user = await earshot.signIn({ userType: 'artist' });
  const track = await aTrack(owner(), { artistId: user.userId });
  if (pays === 'pays') await payment(user.userId);
  return { user, track };
}
async function payment(artistId: string): Promise<string> {
  const id = `in_${randomUUID()}`;
  const now = earshot.clock.now();
  await sql(
    owner(),
    `insert into billing_payments (id, subscription_id, user_id, amount_cents, currency, period_start, period_end,
       paid_at) values ($1, 'sub_x', $2, 2900, 'usd', $3, $4, $3)`,
    [id, artistId, now, new Date(now.getTime() + 30 * day * 1000)],
  );
  return id;
}

/** Whose marks count and are there already: what else they say does not matter here. */
const fewArtists = (count: number) => Promise.all(Array.from({ length: count }, () => anArtistWho('pays')));

type Stars = 1 | 2 | 3 | 4 | 5;
async function reviewBy(listenerId: string, { track }: Artist, rating: Stars = 4): Promise<string> {
  const of = (await sqlRow(
    owner(),
    'select exists (select from reviews where track_id = $1 and listener_id = $2) as "isReviewed"',
    [track.id, listenerId],
  )) as { isReviewed: boolean };
  const reviewed = of.isReviewed ? await aTrack(owner(), { artistId: track.artistId }) : track;
  const { id } = await aReview(owner(), {
    listenerId,
    track: reviewed,
    rating,
    createdAt: earshot.clock.now(),
  });
  await sql(owner(), 'select ledger.approve_review($1, null)', [id]);
  return id;
}
/** The clock may have left the access token behind. */
const say = async ({ user }: Artist, reviewId: string, mark: ReviewMark | null) =>
  (await earshot.signInAgain(user.userId)).get(api.reviews.markReview, {
    params: { reviewId },
    body: { mark },
  });
const markAnother = async (artist: Artist, listenerId: string, mark: ReviewMark, rating: Stars = 4) => {
  const reviewId = await reviewBy(listenerId, artist, rating);
  await say(artist, reviewId, mark);
  return reviewId;
};

/** A listener of whom something was decided. */
async function aDecidedListener(): Promise<ApiUser> {
  const listener = await earshot.signIn({ userType: 'listener' });
  await earshot.deps.database.transaction((tx) => recomputeStanding(tx, earshot.deps, [listener.userId]));
  return listener;
}
async function night(): Promise<void> {
  earshot.clock.advance(2 * 3600);
  await recomputeStandings(earshot.deps);
}
const marksOf = ({ userId }: { readonly userId: string }) =>
  sqlRow(
    owner(),
    'select marks, mark_artists as artists, usefulness, standing from standings where listener_id = $1',
    [userId],
  );

/** Each has a hundred approved reviews, sent on five days, of the same hundred tracks. */
async function approveAHundred(listeners: readonly ApiUser[]): Promise<void> {
  const { artistId } = await aTrack(owner());
  for (let i = 0; i < 99; i += 1) await aTrack(owner(), { artistId });
  for (const { userId } of listeners) {
    await sql(
      owner(),
      `insert into reviews (track_id, listener_id, artist_id, rating, comment, listening_time, review_month, created_at)
       select id, $1, artist_id, 3, 'A warm voice.', 60, '2026-01-01', $3::timestamptz - interval '1 day' * (row_number() over () % 5)
         from artist_tracks where artist_id = $2`,
      [userId, artistId, earshot.clock.now()],
    );
    await sql(owner(), 'select ledger.approve_review(id, null) from reviews where listener_id = $1', [
      userId,
    ]);
  }
}

test('only the artist of the track can mark a review, and only a visible one', async () => {
  const [artist, other] = [await anArtistWho('pays'), await anArtistWho('pays')];
  const listener = await earshot.signIn({ userType: 'listener' });
  const admin = await earshot.signIn({ admin: true });
  const body = { mark: useful };
  const params = { reviewId: await reviewBy(listener.userId, artist) };
  for (const user of [other.user, listener, admin]) {
    expect(await user.call(api.reviews.markReview, { params, body })).toMatchObject({ status: 404 });
  }
  const rejected = await aRejectedReview(owner(), { track: artist.track });
  const ofRejected = { params: { reviewId: rejected.id }, body };
  expect(await artist.user.call(api.reviews.markReview, ofRejected)).toMatchObject({ status: 404 });
  const bad = { params, body: { mark: { kind: 'not_useful' } as unknown as ReviewMark } };
  expect(await artist.user.call(api.reviews.markReview, bad)).toMatchObject({ status: 400 });
});

test('the artist sees, changes and removes their own mark; no one else sees it', async () => {
  const artist = await anArtistWho('pays');
  const listener = await earshot.signIn({ userType: 'listener' });
  const admin = await earshot.signIn({ admin: true });
  const reviewId = await reviewBy(listener.userId, artist);
  const params = { trackId: artist.track.id };
  const shown = async (user: ApiUser) =>
    (await user.get(api.reviews.listTrackReviews, { params, query: {} })).items.map(({ mark }) => mark);
  const onPage = async () =>
    (await artist.user.get(api.verdict.readVerdict, { params })).reviews.items.map(({ mark }) => mark);

  for (const mark of [useful, answered, notUseful, null]) {
    expect(await say(artist, reviewId, mark)).toEqual({ mark });
    expect(await shown(artist.user)).toEqual([mark]);
    expect(await onPage()).toEqual([mark]);
    expect(await shown(admin)).toEqual([null]);
    const own = await listener.get(api.reviews.listOwnReviews, { query: {} });
    expect(JSON.stringify(own)).not.toMatch(/mark|useful|too_general/);
  }
});

test('marks enter the figures at night, at least five by three artists at once, and then stay unchanged', async () => {
  const listener = await aDecidedListener();
  const [a, b, c] = await fewArtists(3);
  if (!(a && b && c)) throw new Error('There are no three artists.');
  for (const artist of [a, a, b, b]) await markAnother(artist, listener.userId, useful);
  await night();
  expect(await marksOf(listener)).toMatchObject({ marks: 0, artists: 0, usefulness: null });
  await markAnother(b, listener.userId, useful);
  await night();
  expect(await marksOf(listener)).toMatchObject({ marks: 0 });
  const admin = await earshot.signIn({ admin: true });
  const user = await admin.get(api.admin.readUser, { params: { userId: listener.userId } });
  expect(user.standing?.marks).toBeNull();
  const last = await markAnother(c, listener.userId, useful);
  expect(await marksOf(listener)).toMatchObject({ marks: 0 });
  await night();
  expect(await marksOf(listener)).toMatchObject({ marks: 6, artists: 3 });

  await say(c, last, null);
  await night();
  expect(await marksOf(listener)).toMatchObject({ marks: 6, artists: 3 });
  for (const artist of [a, a, b, c]) await markAnother(artist, listener.userId, notUseful);
  await night();
  // Of a and b the latest three each, of c the one that stands.
  expect(await marksOf(listener)).toMatchObject({ marks: 7, artists: 3 });
  const kept = await sqlRow(owner(), 'select count(*)::int as kept from review_marks where review_id = $1', [
    last,
  ]);
  expect(kept).toEqual({ kept: 0 });
});

test('a mark counts for 90 days from the night it entered', async () => {
  const listener = await aDecidedListener();
  for (const artist of await fewArtists(5)) await markAnother(artist, listener.userId, useful);
  await night();
  expect(await marksOf(listener)).toMatchObject({ marks: 5 });
  earshot.clock.advance(90 * day - 2 * 3600);
  await night();
  expect(await marksOf(listener)).toMatchObject({ marks: 5 });
  await night();
  expect(await marksOf(listener)).toMatchObject({ marks: 0, usefulness: null });
});

test('marks do not count if the artist paid nothing, was refunded, is suspended, is a test account or is the listener', async () => {
  const listener = await aDecidedListener();
  const counting = await fewArtists(5);
  const [refunded, suspended, sample, linked] = await fewArtists(4);
  const unpaid = await anArtistWho('pays nothing');
  if (!(refunded && suspended && sample && linked)) throw new Error('There are no four artists.');
  for (const artist of [...counting, unpaid, refunded, suspended, sample, linked]) {
    await markAnother(artist, listener.userId, useful);
  }
  await sql(
    owner(),
    `insert into billing_reversals (id, payment_id, kind, amount_cents, currency, status, happened_at)
     select 're_' || id, id, 'refund', 2900, 'usd', 'succeeded', now() from billing_payments where user_id = $1`,
    [refunded.user.userId],
  );
  await sql(owner(), 'update users set suspended_at = now() where id = $1', [suspended.user.userId]);
  await sql(owner(), "update users set email_normalized = $1 || '@sample.invalid' where id = $1::uuid", [
    sample.user.userId,
  ]);
  const browser = 'x'.repeat(22);
  for (const { userId } of [listener, linked.user]) {
    await sql(
      owner(),
      "insert into evidence (user_id, kind, day, mark, first_at, last_at) values ($1, 'device', now(), $2, now(), now())",
      [userId, browser],
    );
  }
  await night();
  expect(await marksOf(listener)).toMatchObject({ marks: 5, artists: 5 });
});

test('the figures of three listeners match the published formula, and make one of them Trusted', async () => {
  const artists = await fewArtists(10);
  const [trusted, known, few] = await Promise.all([
    aDecidedListener(),
    aDecidedListener(),
    aDecidedListener(),
  ]);
  await approveAHundred([trusted, known, few]);
  await sql(owner(), 'delete from review_marks');
  for (const [place, artist] of artists.entries()) {
    for (const isUseful of [true, true, true, false, false]) {
      await markAnother(artist, await aListener(owner()), isUseful ? useful : notUseful);
    }
    await markAnother(artist, trusted.userId, place < 9 ? useful : notUseful);
    await markAnother(artist, known.userId, place < 6 ? answered : notUseful);
    if (place < 9) await markAnother(artist, few.userId, useful);
  }
  await night();
  // 79 marks, of which 6 x 6 + 3 x 5 + 3 = 54 say useful or answered: the platform's mean is 0.6835, five times that 3.4177.
  // Expected of artists 0 to 5: (6 + 3.4177) / 13 = 0.7244; of 6 to 8: (5 + 3.4177) / 13 = 0.6475; of 9: (3 + 3.4177) / 12 = 0.5348.
  // 0.6835 + (6 x 0.2756 + 3 x 0.3525 - 0.5348) / 10 = 0.9011: at least 0.8, by ten artists.
  expect(await marksOf(trusted)).toEqual({
    marks: 10,
    artists: 10,
    usefulness: expect.closeTo(0.9011, 4),
    standing: 'trusted',
  });
  // 0.6835 + (6 x 0.2756 - 3 x 0.6475 - 0.5348) / 10 = 0.6011: below 0.8.
  expect(await marksOf(known)).toEqual({
    marks: 10,
    artists: 10,
    usefulness: expect.closeTo(0.6011, 4),
    standing: 'known',
  });
  // 0.6835 + (6 x 0.2756 + 3 x 0.3525) / 9 = 0.9847, but by nine artists.
  expect(await marksOf(few)).toEqual({
    marks: 9,
    artists: 9,
    usefulness: expect.closeTo(0.9847, 4),
    standing: 'known',
  });

  const admin = await earshot.signIn({ admin: true });
  expect((await admin.get(api.admin.readUser, { params: { userId: known.userId } })).standing).toEqual({
    standing: 'known',
    usefulness: expect.closeTo(0.6011, 4),
    marks: { useful: 0, answered: 6, notUseful: 4, artists: 10 },
  });
  const listener = await earshot.signInAgain(trusted.userId);
  expect(await listener.get(api.standing.readStanding, {})).toMatchObject({
    standing: 'trusted',
    figures: { approved: 110, marks: 10, markArtists: 10 },
    rewardCents: 25,
  });
  expect((await listener.get(api.listening.nextTrack, { body: {} })).track?.rewardCents).toBe(25);
});

test('equal texts with different stars get equal standings, even from artists who reward praise', async () => {
  const artists = await fewArtists(10);
  const [kind, harsh] = await Promise.all([aDecidedListener(), aDecidedListener()]);
  await sql(owner(), 'delete from review_marks');
  for (const [place, artist] of artists.entries()) {
    // What they say to everybody: with five stars nine of ten are useful, with one star three of ten.
    await markAnother(artist, await aListener(owner()), place < 9 ? useful : notUseful, 5);
    await markAnother(artist, await aListener(owner()), place < 3 ? useful : notUseful, 1);
    await markAnother(artist, kind.userId, place < 9 ? useful : notUseful, 5);
    await markAnother(artist, harsh.userId, place < 3 ? useful : notUseful, 1);
  }
  await night();
  const { usefulness } = await marksOf(kind);
  expect(usefulness).toBeCloseTo(0.6, 1);
  expect(await marksOf(harsh)).toEqual({
    ...(await marksOf(kind)),
    usefulness: expect.closeTo(Number(usefulness), 6),
  });
});

const sumsFor = async (admin: ApiUser, { userId }: ApiUser) =>
  (await (await earshot.signInAgain(admin.userId)).get(api.admin.readUser, { params: { userId } })).standing
    ?.marks;

test('admins see sums of the marks that entered at night, and none of their own reviews', async () => {
  const own = await earshot.signIn({ userType: 'listener', admin: true });
  const admin = await earshot.signIn({ admin: true });
  await earshot.deps.database.transaction((tx) => recomputeStanding(tx, earshot.deps, [own.userId]));
  const [last, ...others] = await fewArtists(5);
  if (!last) throw new Error('There is no artist.');
  for (const artist of others) await markAnother(artist, own.userId, useful);
  const reviewId = await markAnother(last, own.userId, answered);
  expect(await sumsFor(admin, own)).toBeNull();
  await night();
  const entered = { useful: 4, answered: 1, notUseful: 0, artists: 5 };
  expect(await sumsFor(admin, own)).toEqual(entered);
  await markAnother(last, own.userId, notUseful);
  expect(await sumsFor(admin, own)).toEqual(entered);
  await say(last, reviewId, notUseful);
  expect((await sumsFor(admin, own))?.notUseful).toBe(0);
  expect(await sumsFor(own, own)).toBeNull();
});

test('marks of reversed reviews leave the figures with the next batch for good', async () => {
  const listener = await aDecidedListener();
  const admin = await earshot.signIn({ admin: true });
  const artists = await fewArtists(5);
  const marked: string[] = [];
  for (const artist of artists) marked.push(await markAnother(artist, listener.userId, useful));
  await night();
  await sql(owner(), "select ledger.reverse_review($1, $2, 'copied', 'It was copied.')", [
    marked[0],
    admin.userId,
  ]);
  await night();
  expect(await marksOf(listener)).toMatchObject({ marks: 5 });
  expect((await sumsFor(admin, listener)) ?? null).toBeNull();
  for (const artist of artists.slice(1)) await markAnother(artist, listener.userId, useful);
  await night();
  expect(await marksOf(listener)).toMatchObject({ marks: 8, artists: 4 });
  await night();
  expect(await marksOf(listener)).toMatchObject({ marks: 8, artists: 4 });
});

test('marks of test listeners’ and rejected reviews are left out of the mean', async () => {
  await sql(owner(), 'delete from review_marks');
  const [artist] = await fewArtists(1);
  if (!artist) throw new Error('There is no artist.');
  const ofAll = async () => (await habitsOfAll(earshot.deps.database, earshot.clock.now()))(4);
  await markAnother(artist, await aListener(owner()), useful);
  expect(await ofAll()).toEqual({ marks: 1, useful: 1 });
  const tester = await aListener(owner());
  await sql(owner(), 'update users set is_test = true where id = $1', [tester]);
  await markAnother(artist, tester, notUseful);
  const waiting = await aReview(owner(), {
    track: await aTrack(owner(), { artistId: artist.user.userId }),
    createdAt: earshot.clock.now(),
  });
  await say(artist, waiting.id, notUseful);
  await sql(owner(), "select ledger.reject_review($1, $2, 'copied', 'It was copied.')", [
    waiting.id,
    (await earshot.signIn({ admin: true })).userId,
  ]);
  expect(await ofAll()).toEqual({ marks: 1, useful: 1 });
});

test('the marks of an artist who deletes the account leave the figures together with other marks', async () => {
  const listener = await aDecidedListener();
  const [leaving, ...others] = await fewArtists(6);
  if (!leaving) throw new Error('There is no artist.');
  for (const artist of [leaving, ...others]) await markAnother(artist, listener.userId, useful);
  await night();
  await sql(owner(), 'update users set password_hash = $2 where id = $1', [
    leaving.user.userId,
    await hashPassword(goodPassword),
  ]);
  const wish = { password: goodPassword, confirmation: 'DELETE' as const, forfeitCents: cents(0) };
  await (await earshot.signInAgain(leaving.user.userId)).get(api.personalData.deleteAccount, { body: wish });
  await night();
  expect(await marksOf(listener)).toMatchObject({ marks: 6, artists: 6 });
  for (const artist of others) await markAnother(artist, listener.userId, useful);
  await night();
  expect(await marksOf(listener)).toMatchObject({ marks: 10, artists: 5 });
  const kept = await sqlRow(owner(), 'select count(*)::int as kept from review_marks where artist_id = $1', [
    leaving.user.userId,
  ]);
  expect(kept).toEqual({ kept: 0 });
});
