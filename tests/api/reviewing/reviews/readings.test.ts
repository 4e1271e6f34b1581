import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { approveDueReviews, openPlacesAfterAppeals } from '#server/reviewing/reviews/approve-due-reviews.ts';
import { chooseSpotChecks } from '#server/reviewing/reviews/decide-readings.ts';
import { judgeReview } from '#server/reviewing/reviews/judge-review.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { anHonestComment, earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aListener, aReview, aTrack } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let artist: ApiUser;
let admin: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot({ SPOT_CHECKS_A_DAY: '3' });
});
beforeEach(async () => {
  await sql(owner(), 'delete from readings');
  artist = await earshot.signIn({ userType: 'artist' });
  admin = await earshot.signIn({ admin: true });
});
afterAll(async () => {
  expect(await sql(owner(), 'select * from audit_reviews()')).toEqual([]);
  await earshot.close();
});

const owner = () => earshot.testDatabase.ownerDatabase;
const hours = async (count: number) => {
  earshot.clock.advance(count * 3600);
  artist = await earshot.signInAgain(artist.userId);
  admin = await earshot.signInAgain(admin.userId);
};
/** A pending review of one of the artist's tracks, sent now. */
async function aPending(): Promise<{ id: string; listenerId: string; trackId: string }> {
  const track = await aTrack(owner(), { artistId: artist.userId });
  const createdAt = earshot.clock.now();
  const { id, listenerId } = await aReview(owner(), { track, comment: anHonestComment, createdAt });
  // Heard in full and typed by hand, so that the rules find nothing.
  await sql(
    owner(),
    `insert into leases (listener_id, track_id, served_at, leased_until, listened_ms, bytes_sent, unlocked_at, closed_at, outcome)
     values ($1, $2, $3::timestamptz - interval '3 minutes', $3, 60000, 1000000, $3::timestamptz - interval '2 minutes', $3,
       'reviewed')`,
    [listenerId, track.id, createdAt],
  );
  await sql(
    owner(),
    `insert into review_typing (review_id, listener_id, sent_at, sent_letters, typed_letters, pasted_letters, text_ms)
     values ($1, $2, $3, char_length($4), 600, 0, 60000)`,
    [id, listenerId, createdAt, anHonestComment],
  );
  return { id, listenerId, trackId: track.id };
}
const press = (reviewId: string, pressed = true, by = artist) =>
  by.call(api.reviews.pressReview, { params: { reviewId }, body: { pressed } });
const judge = (id: string) => judgeReview(earshot.deps, id);
const statusOf = async (id: string) =>
  (await sqlRow(owner(), 'select status from reviews where id = $1', [id])).status;
const decide = (id: string, status: 'approved' | 'rejected') =>
  admin.call(api.admin.decideReview, {
    params: { reviewId: id },
    body:
      status === 'approved'
        ? { status }
        : { status, reason: 'generated', sentence: 'It would fit any track.' },
  });
const listed = async () => (await admin.get(api.admin.listReadings, {})).items;
const unreadCount = async () => (await admin.get(api.admin.readPlatformStats, {})).unreadReviews;
const read = async (readingId: string, outcome: 'something' | 'nothing' | 'unread', by = admin) =>
  (await by.get(api.admin.decideReadings, { body: { readingIds: [readingId], outcome } })).outcomes[0]
    ?.outcome;
const pressOf = async (id: string) =>
  sql(owner(), "select says_nothing, read_by from readings where review_id = $1 and kind = 'press'", [id]);

// First, because a decision is dated by the database, whose clock the tests do not move.
test('the place of a rejected review that was pressed opens only after its appeal', async () => {
  const review = await aPending();
  const open = async () =>
    Number(
      (await sqlRow(owner(), 'select open_places from artist_tracks where id = $1', [review.trackId]))
        .open_places,
    );
  const before = await open();
  expect(await press(review.id)).toMatchObject({ status: 200 });
  expect((await decide(review.id, 'rejected')).status).toBe(200);
  expect(await pressOf(review.id)).toMatchObject([{ says_nothing: true }]);
  expect(await open()).toBe(before);
  await openPlacesAfterAppeals(earshot.deps);
  expect(await open()).toBe(before);
  // Undone, it has its place again.
  await admin.get(api.admin.undoReviewDecisions, { body: { reviewIds: [review.id] } });
  expect([await statusOf(review.id), await open()]).toEqual(['pending', before]);
  expect(await pressOf(review.id)).toEqual([{ says_nothing: false, read_by: null }]);
  await decide(review.id, 'rejected');
  await hours(49);
  await openPlacesAfterAppeals(earshot.deps);
  expect(await open()).toBe(before + 1);
});

test('a press keeps a New listener’s fresh review from being approved until a person read it, 24 hours at most', async () => {
  const review = await aPending();
  expect((await press(review.id)).answer).toEqual({ press: 'open' });
  await judge(review.id);
  expect(await statusOf(review.id)).toBe('pending');
  const listener = await earshot.signInAgain(review.listenerId);
  const shown = (await listener.get(api.reviews.listOwnReviews, { query: {} })).items[0];
  const until = new Date(earshot.clock.now().getTime() + 24 * 3_600_000).toISOString();
  expect(shown?.waiting).toMatchObject({ waitsFor: 'person', rules: [], until });
  expect(await listed()).toMatchObject([
    { kind: 'press', review: { id: review.id, status: 'pending' }, isOwn: false },
  ]);
  await hours(24);
  await approveDueReviews(earshot.deps);
  expect(await statusOf(review.id)).toBe('approved');
  expect(await listed()).toEqual([]);
  expect((await press(review.id)).code).toBe('pressed_already');
});

test('taken back, the review is judged again at once; a repeated press changes nothing', async () => {
  const review = await aPending();
  await press(review.id);
  expect((await press(review.id)).answer).toEqual({ press: 'open' });
  await judge(review.id);
  expect((await press(review.id, false)).answer).toEqual({ press: null });
  await earshot.runJobs();
  expect(await statusOf(review.id)).toBe('approved');
  expect((await press(review.id, false)).answer).toEqual({ press: null });
});

test('a press and the approval by rule at once: the review waits, or was approved before', async () => {
  for (let i = 0; i < 6; i += 1) {
    const review = await aPending();
    const [pressed] = await Promise.all([press(review.id), judge(review.id)]);
    expect(pressed.status).toBe(200);
    const approvedAt = (await sqlRow(owner(), 'select decided_at from reviews where id = $1', [review.id]))
      .decided_at;
    const [row] = await pressOf(review.id);
    // Whichever came first: an approved one is evidence alone.
    expect(row === undefined).toBe(false);
    if (approvedAt === null) expect(await statusOf(review.id)).toBe('pending');
    await sql(owner(), 'delete from readings');
  }
});

test('an account has two open presses, even from many tabs at once; other people’s reviews are not found', async () => {
  const reviews = [await aPending(), await aPending(), await aPending(), await aPending()];
  const pressed = await Promise.all(reviews.map(({ id }) => press(id)));
  expect(pressed.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
  const stranger = await earshot.signIn({ userType: 'artist' });
  expect((await press(reviews[0]?.id ?? '', true, stranger)).code).toBe('not_found');
});

test('linked accounts share the two', async () => {
  const linked = await earshot.signIn({ userType: 'artist' });
  await sql(
    owner(),
    `insert into evidence (user_id, kind, day, mark, first_at, last_at)
     select unnest($1::uuid[]), 'device', $2::date, 'the same browser 12345', $2, $2`,
    [[artist.userId, linked.userId], earshot.clock.now()],
  );
  await press((await aPending()).id);
  await press((await aPending()).id);
  const track = await aTrack(owner(), { artistId: linked.userId });
  const { id } = await aReview(owner(), { track });
  expect((await press(id, true, linked)).code).toBe('press_limit');
});

test('three presses that a person dismissed end the right for 90 days; expired ones do not count', async () => {
  for (let i = 0; i < 2; i += 1) {
    const { id } = await aPending();
    await press(id);
    await hours(24);
  }
  for (let i = 0; i < 3; i += 1) {
    const { id } = await aPending();
    expect((await press(id)).status).toBe(200);
    expect((await decide(id, 'approved')).status).toBe(200);
  }
  const { id } = await aPending();
  expect((await press(id)).code).toBe('press_ended');
  await hours(90 * 24);
  expect((await press(id)).status).toBe(200);
});

test('a press on an approved review is evidence: what a person reads moves no money, and they may undo it', async () => {
  const review = await aPending();
  await judge(review.id);
  expect(await statusOf(review.id)).toBe('approved');
  await press(review.id);
  const [reading] = await listed();
  expect(reading).toMatchObject({ kind: 'press', review: { status: 'approved' } });
  const id = reading?.id ?? '';
  expect(await read(id, 'nothing')).toBe('done');
  const other = await earshot.signIn({ admin: true });
  expect(await read(id, 'something', other)).toBe('already_decided');
  expect(await statusOf(review.id)).toBe('approved');
  const found = (at: Date) =>
    sqlRow(owner(), 'select ledger.has_found_nothing($1, $2) as found', [review.listenerId, at]);
  expect(await found(earshot.clock.now())).toEqual({ found: true });
  expect(await read(id, 'unread')).toBe('done');
  expect(await found(earshot.clock.now())).toEqual({ found: false });
});

test('each day some automatically approved reviews are spot checks; what is found in one widens that to all of the listener', async () => {
  const [one, other] = [await aListener(owner()), await aListener(owner())];
  await earnedBy(earshot, one, 4);
  await earnedBy(earshot, other, 4);
  await sql(owner(), 'update reviews set decided_at = $3, created_at = $3 where listener_id in ($1, $2)', [
    one,
    other,
    earshot.clock.now(),
  ]);
  await chooseSpotChecks(earshot.deps);
  const spots = await listed();
  expect(spots).toHaveLength(3);
  expect(spots.every(({ kind, until }) => kind === 'spot' && until === null)).toBe(true);
  const [first] = spots;
  expect(await read(first?.id ?? '', 'nothing')).toBe('done');
  await hours(24);
  await chooseSpotChecks(earshot.deps);
  const unread = await sql(
    owner(),
    'select from reviews r where listener_id = $1 and not exists (select from readings where review_id = r.id)',
    [first?.listenerId],
  );
  expect(unread).toHaveLength(0);
});

test('a spot check that nobody came to is gone after seven days', async () => {
  const listenerId = await aListener(owner());
  await earnedBy(earshot, listenerId, 2);
  await sql(owner(), 'update reviews set decided_at = $2 where listener_id = $1', [
    listenerId,
    earshot.clock.now(),
  ]);
  await chooseSpotChecks(earshot.deps);
  expect(await listed()).not.toEqual([]);
  await hours(7 * 24 + 1);
  await chooseSpotChecks(earshot.deps);
  expect(await listed()).toEqual([]);
});

test('what the admin’s page counts as unread is what it lists', async () => {
  const listenerId = await aListener(owner());
  await earnedBy(earshot, listenerId, 2);
  await sql(owner(), 'update reviews set decided_at = $2 where listener_id = $1', [
    listenerId,
    earshot.clock.now(),
  ]);
  await chooseSpotChecks(earshot.deps);
  const [first, ...others] = await listed();
  expect(await unreadCount()).toBe(1 + others.length);
  const reversal = {
    params: { reviewId: first?.review.id ?? '' },
    body: { reason: 'The text of another review.' },
  };
  await admin.get(api.books.reverseReview, { ...reversal, idempotencyKey: randomUUID() });
  expect(await listed()).toHaveLength(others.length);
  expect(await unreadCount()).toBe(others.length);
});
