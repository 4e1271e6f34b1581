import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { approveDueReviews } from '#server/reviewing/reviews/approve-due-reviews.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { listenTo } from '#tests/support/people/listening.ts';
import { typedByHand } from '#tests/support/people/reviewing.ts';
import { newTexts } from '#tests/support/texts/review-corpus.ts';
import { mashText, seeded } from '#tests/support/trust/trust-texts.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { aReview, aTrack, giveReviews } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

const hour = 3600;
const day = 24 * hour;
/** The defaults of the product, not the wide bounds of other tests; and the wait that production has. */
const asInProduction = { STANDING_BOUNDS: '', NEW_LISTENER_WAIT_HOURS: '24', NEW_DOUBTFUL_MOST: '3' };

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot(asInProduction, { startsAt: fixedStart });
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
const texts = newTexts(9);
let used = 0;
const another = () => {
  used += 7;
  return used;
};
const aNewText = () => texts[another() % texts.length] ?? '';

const storeStanding = (listener: ApiUser, standing: 'known' | 'trusted') =>
  sql(
    owner(),
    `insert into standings (listener_id, standing, approved, approved_days, recent_decided, recent_approved,
       recent_copied, recent_reversed, computed_at) values ($1, $2, 100, 9, 20, 20, 0, 0, now())`,
    [listener.userId, standing],
  );
const next = (listener: ApiUser, trackId?: string) =>
  listener.get(api.listening.nextTrack, { body: trackId ? { trackId } : {} });

/** A track with sound, which the queue serves before all others that stand there. */
async function aSoundingTrack(): Promise<string> {
  const artist = await earshot.signIn({ userType: 'artist' }, `198.51.${another() % 250}.9`);
  const uploadId = randomUUID();
  await artist.upload(anMp3({ seconds: 70, mark: uploadId }), uploadId);
  const body = { uploadId, title: 'Night Bus', genre: 'indie' } as const;
  const { id } = await artist.get(api.tracks.createTrack, { body });
  await giveReviews(owner(), id, 30, 3);
  return id;
}

/** Listens to what the queue or the own choice serves, reviews it, and lets the rules judge. */
async function review(listener: ApiUser, wanted?: string, comment = aNewText()): Promise<string> {
  const { track } = await next(listener, wanted);
  await listenTo(earshot, listener, track, 60);
  earshot.clock.advance(30);
  const body = { trackId: track?.trackId ?? '', rating: 4, comment, typing: typedByHand };
  const { id } = await listener.get(api.reviews.submitReview, { body, idempotencyKey: randomUUID() });
  await earshot.runJobs();
  return id;
}
/** The clock may have left the access token behind. */
const again = (listener: ApiUser) => earshot.signInAgain(listener.userId);
const own = async (listener: ApiUser, id: string) =>
  (await (await again(listener)).get(api.reviews.listOwnReviews, { query: {} })).items.find(
    (one) => one.id === id,
  );

test('a New listener gets no eleventh track in 24 hours, sees until when, and can continue then', async () => {
  await aTrack(owner());
  const listener = await earshot.signIn({ userType: 'listener' });
  const start = earshot.clock.now();
  for (let i = 0; i < 10; i += 1) {
    const createdAt = new Date(start.getTime() - (10 - i) * 60_000);
    await aReview(owner(), { listenerId: listener.userId, createdAt });
  }
  const { track, bound } = await next(listener);
  expect(track).toBeNull();
  const endsAt = new Date(start.getTime() - 10 * 60_000 + day * 1000);
  expect(bound).toEqual({ bound: 'reviews_a_day', most: 10, endsAt: endsAt.toISOString() });
  const wish = await next(listener, (await aTrack(owner())).id);
  expect(wish).toMatchObject({ track: null, refusedWish: 'reviews_a_day' });

  const known = await earshot.signIn({ userType: 'listener' });
  await storeStanding(known, 'known');
  for (let i = 0; i < 10; i += 1)
    await aReview(owner(), { listenerId: known.userId, createdAt: earshot.clock.now() });
  expect((await next(known)).track).not.toBeNull();

  earshot.clock.advance(day - 600);
  expect((await next(await again(listener))).track).not.toBeNull();
});

test.each([
  [8, true],
  [9, false],
])(
  'after %i of ten reviews in 24 hours, the track after the current one is shown: %s',
  async (count, isShown) => {
    for (let i = 0; i < 2; i += 1) await aTrack(owner());
    const listener = await earshot.signIn({ userType: 'listener' });
    const sent = { listenerId: listener.userId, createdAt: earshot.clock.now() };
    for (let i = 0; i < count; i += 1) await aReview(owner(), sent);
    expect((await next(listener)).track).not.toBeNull();
    await sql(owner(), 'update leases set unlocked_at = now() where listener_id = $1', [listener.userId]);
    const { track } = await listener.get(api.listening.comingTrack, { body: {} });
    expect(track !== null).toBe(isShown);
  },
);

test('test and sample accounts have no limits', async () => {
  const listener = await earshot.signIn({ userType: 'listener' });
  await sql(owner(), "update users set email_normalized = $1 || '@sample.invalid' where id = $1::uuid", [
    listener.userId,
  ]);
  for (let i = 0; i < 12; i += 1)
    await aReview(owner(), { listenerId: listener.userId, createdAt: earshot.clock.now() });
  expect((await next(listener)).track).not.toBeNull();
});

test('a listener can choose one track per artist in 30 days and two a day; a rejected choice says why and serves the next track', async () => {
  const listener = await earshot.signIn({ userType: 'listener' });
  const first = await aTrack(owner());
  const sibling = await aTrack(owner(), { artistId: first.artistId });
  const full = await aTrack(owner(), { reviewTarget: 1 });
  await aReview(owner(), { track: full });
  expect(await next(listener, first.id)).toMatchObject({ track: { trackId: first.id }, refusedWish: null });
  expect(await next(listener, first.id)).toMatchObject({ track: { trackId: first.id }, refusedWish: null });
  expect(await next(listener, sibling.id)).toMatchObject({
    track: { trackId: first.id },
    refusedWish: 'artist_this_month',
  });
  expect(await next(listener, full.id)).toMatchObject({ refusedWish: 'all_reviews' });
  const held = await aTrack(owner());
  await sql(owner(), "update artist_tracks set held_until = now() + interval '2 days' where id = $1", [
    held.id,
  ]);
  const without = await aTrack(owner(), { reviewTarget: 0 });
  for (const { id } of [held, without])
    expect(await next(listener, id)).toMatchObject({ refusedWish: 'not_open' });
  expect(await next(listener, randomUUID())).toMatchObject({ refusedWish: 'track_gone' });
  const { track: reviewed } = await aReview(owner(), { listenerId: listener.userId });
  expect(await next(listener, reviewed.id)).toMatchObject({ refusedWish: 'already_reviewed' });
  const own = await aTrack(owner(), { artistId: listener.userId });
  expect(await next(listener, own.id)).toMatchObject({ refusedWish: 'own_track' });
  await sql(owner(), "update artist_tracks set status = 'deleted' where id = $1", [reviewed.id]);
  expect(await next(listener, reviewed.id)).toMatchObject({ refusedWish: 'track_gone' });
  const second = await aTrack(owner());
  expect(await next(listener, second.id)).toMatchObject({ track: { trackId: second.id } });
  const third = await aTrack(owner());
  expect(await next(listener, third.id)).toMatchObject({ refusedWish: 'wishes_a_day' });
  earshot.clock.advance(day);
  expect(await next(await again(listener), third.id)).toMatchObject({ track: { trackId: third.id } });
  earshot.clock.advance(29 * day);
  expect(await next(await again(listener), sibling.id)).toMatchObject({ track: { trackId: sibling.id } });
});

test('the first five reviews of a New listener wait a day, say so, and are then approved', async () => {
  const listener = await earshot.signIn({ userType: 'listener' }, '203.0.113.77');
  const ids: string[] = [];
  for (let i = 0; i < 6; i += 1) {
    await aSoundingTrack();
    ids.push(await review(listener));
  }
  for (const id of ids.slice(0, 5)) {
    const waiting = await own(listener, id);
    expect(waiting).toMatchObject({ status: 'pending', waiting: { waitsFor: 'first_reviews', rules: [] } });
  }
  expect(await own(listener, ids[5] ?? '')).toMatchObject({ status: 'approved', waiting: null });
  const until = Date.parse((await own(listener, ids[4] ?? ''))?.waiting?.until ?? '');
  earshot.clock.advance((until - earshot.clock.now().getTime()) / 1000 - 1);
  await approveDueReviews(earshot.deps);
  expect(await own(listener, ids[3] ?? '')).toMatchObject({ status: 'approved' });
  expect(await own(listener, ids[4] ?? '')).toMatchObject({ status: 'pending' });
  earshot.clock.advance(1);
  await approveDueReviews(earshot.deps);
  for (const id of ids) expect(await own(listener, id)).toMatchObject({ status: 'approved' });
});

test('keyboard mash of a New listener waits for a person from the start, and the job of the next day does not approve it', async () => {
  const listener = await earshot.signIn({ userType: 'listener' }, '203.0.113.80');
  await aSoundingTrack();
  const id = await review(listener, undefined, mashText(seeded(3)));
  expect(await own(listener, id)).toMatchObject({ waiting: { waitsFor: 'person', rules: ['no_language'] } });
  earshot.clock.advance(14 * 24 * 3600 - 60);
  await approveDueReviews(earshot.deps);
  expect(await own(listener, id)).toMatchObject({ status: 'pending' });
});

test('the third review of the same artist is approved as usual if the queue served it', async () => {
  const listener = await earshot.signIn({ userType: 'listener' }, '203.0.113.78');
  await storeStanding(listener, 'known');
  const trackId = await aSoundingTrack();
  const { artistId } = await sqlRow(
    owner(),
    'select artist_id as "artistId" from artist_tracks where id = $1',
    [trackId],
  );
  for (let i = 0; i < 2; i += 1) {
    const track = await aTrack(owner(), { artistId: String(artistId) });
    await aReview(owner(), { listenerId: listener.userId, track, createdAt: earshot.clock.now() });
  }
  expect(await own(listener, await review(listener))).toMatchObject({ status: 'approved' });
});

test('a New listener’s review of a chosen track waits for a person, or until the listener is Known', async () => {
  const listener = await earshot.signIn({ userType: 'listener' }, '203.0.113.79');
  const id = await review(listener, await aSoundingTrack());
  const until = new Date(earshot.clock.now().getTime() + 14 * day * 1000);
  const pending = await own(listener, id);
  expect(pending?.waiting).toMatchObject({ waitsFor: 'person', rules: ['chosen_track'] });
  expect(Math.abs(Date.parse(pending?.waiting?.until ?? '') - until.getTime())).toBeLessThan(60_000);

  const admin = await earshot.signIn({ admin: true });
  for (let i = 0; i < 10; i += 1) {
    expect(await own(listener, id)).toMatchObject({ status: 'pending' });
    const createdAt = new Date(earshot.clock.now().getTime() - (i % 4) * day * 1000);
    const { id: reviewId } = await aReview(owner(), { listenerId: listener.userId, createdAt });
    await admin.get(api.admin.decideReview, { params: { reviewId }, body: { status: 'approved' } });
  }
  await approveDueReviews(earshot.deps);
  expect(await own(listener, id)).toMatchObject({ status: 'approved' });
});

test('a Trusted listener earns 25 cents, fixed when the track is served', async () => {
  const listener = await earshot.signIn({ userType: 'listener' }, '203.0.113.80');
  await storeStanding(listener, 'trusted');
  await aSoundingTrack();
  expect((await next(listener)).track?.rewardCents).toBe(25);
  await sql(owner(), "update standings set standing = 'known' where listener_id = $1", [listener.userId]);
  expect((await next(listener)).track?.rewardCents).toBe(25);
  await review(listener);
  expect(await listener.get(api.wallet.readWallet, {})).toMatchObject({ availableCents: 25 });

  const change = (table: string) =>
    sql(owner(), `update ${table} set reward_cents = 5000 where listener_id = $1`, [listener.userId]);
  await expect(change('reviews')).rejects.toThrow('A reward is fixed when the track is served');
  await expect(change('leases')).rejects.toThrow('A reward is fixed when the track is served');
});

async function doubtfulOf(listenerId: string, count: number): Promise<string[]> {
  const createdAt = earshot.clock.now();
  const due = new Date(createdAt.getTime() + 7 * day * 1000);
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const { id } = await aReview(owner(), { listenerId, createdAt });
    await sql(owner(), "update reviews set waits_for = 'person', due_at = $2 where id = $1", [id, due]);
    ids.push(id);
  }
  return ids;
}

test.each([
  ['a flagged review of a Known listener is approved if no one has decided in time', 1, 'approved'],
  [
    'five flagged reviews of a Known listener count as a flood, and wait for a person, 30 days at most',
    5,
    'pending',
  ],
])('%s', async (_, count, afterAWeek) => {
  const listener = await earshot.signIn({ userType: 'listener' });
  await storeStanding(listener, 'known');
  const ids = await doubtfulOf(listener.userId, count);
  const states = async () =>
    (await sql(owner(), 'select distinct status from reviews where id = any($1)', [ids])).map(
      ({ status }) => status,
    );
  earshot.clock.advance(7 * day);
  await approveDueReviews(earshot.deps);
  expect(await states()).toEqual([afterAWeek]);
  earshot.clock.advance(23 * day);
  await approveDueReviews(earshot.deps);
  expect(await states()).toEqual(['approved']);
});

test('a flagged review by a listener in a cluster waits for an admin, 30 days at most, unless the cluster was dismissed', async () => {
  const [one, other] = [
    await earshot.signIn({ userType: 'listener' }),
    await earshot.signIn({ userType: 'listener' }),
  ];
  const inCluster = async (listener: ApiUser, decision: 'dismissed' | null) => {
    const { userId } = listener;
    await storeStanding(listener, 'known');
    const admin = await earshot.signIn({ admin: true });
    const { id } = await sqlRow(
      owner(),
      `insert into clusters (found_at, changed_at, members, decision, decided_at, decided_by, note, decided_members)
       values (now(), now(), 1, $1, case when $1::text is not null then now() end, case when $1::text is not null then $2::uuid end,
         case when $1::text is not null then 'A family.' end, case when $1::text is not null then 1 end) returning id`,
      [decision, admin.userId],
    );
    await sql(
      owner(),
      "insert into cluster_members (user_id, cluster_id, kinds, found_at) values ($1, $2, '{payee,network}', now())",
      [userId, id],
    );
    return doubtfulOf(userId, 1);
  };
  const waits = await inCluster(one, null);
  const passes = await inCluster(other, 'dismissed');
  earshot.clock.advance(7 * day);
  await approveDueReviews(earshot.deps);
  const states = () =>
    sql(owner(), 'select status from reviews where id = any($1) order by listener_id = $2 desc', [
      [...waits, ...passes],
      one.userId,
    ]);
  expect(await states()).toEqual([{ status: 'pending' }, { status: 'approved' }]);
  earshot.clock.advance(23 * day);
  await approveDueReviews(earshot.deps);
  expect(await states()).toEqual([{ status: 'approved' }, { status: 'approved' }]);
});

test('a spent daily budget delays approval, says so, and costs no reward after 30 days', async () => {
  // Smaller than one reward, so that it is spent on any day.
  const config = { ...earshot.deps.config, rewardsADayCents: 14 };
  const withBudget = { ...earshot.deps, config };
  const listener = await earshot.signIn({ userType: 'listener' }, '203.0.113.81');
  await aSoundingTrack();
  const sent = earshot.clock.now().getTime();
  const id = await review(listener);
  const doubtful = async (standing: 'new' | 'known') => {
    const person = await earshot.signIn({ userType: 'listener' });
    if (standing === 'known') await storeStanding(person, 'known');
    // Sent after the others: of equally old ones either may come first.
    earshot.clock.advance(1);
    const createdAt = earshot.clock.now();
    const made = await aReview(owner(), { listenerId: person.userId, createdAt });
    await sql(owner(), "update reviews set waits_for = 'person', due_at = $2 where id = $1", [
      made.id,
      createdAt,
    ]);
    return made.id;
  };
  const ofNew = await doubtful('new');
  const ofKnown = await doubtful('known');

  earshot.clock.advance(day);
  await approveDueReviews(withBudget);
  const waiting = await own(listener, id);
  expect(waiting).toMatchObject({ status: 'pending', waiting: { waitsFor: 'budget' } });
  const last = Date.parse(waiting?.waiting?.until ?? '');
  expect(last).toBeGreaterThanOrEqual(sent + 30 * day * 1000);
  const next = await sqlRow(owner(), 'select due_at as due from reviews where id = $1', [id]);
  const midnight = (Math.floor(earshot.clock.now().getTime() / 86_400_000) + 1) * 86_400_000;
  expect(next).toEqual({ due: new Date(midnight) });

  earshot.clock.advance((last - earshot.clock.now().getTime()) / 1000 + 2 * day);
  await approveDueReviews(withBudget);
  expect(await own(listener, id)).toMatchObject({ status: 'approved', earnedCents: 15 });
  const paid = await sql(
    owner(),
    "select source_id as id from ledger.transactions entry where kind = 'reward' and source_id = any($1) order by entry.id",
    [[id, ofNew, ofKnown]],
  );
  // Known before New, then the oldest.
  expect(paid).toEqual([{ id: ofKnown }, { id }, { id: ofNew }]);
});

test('while too many flagged reviews of New listeners wait, their dates move once, and admins get one email a day', async () => {
  await sql(owner(), "update reviews set waits_for = 'rules' where status = 'pending'");
  await sql(owner(), 'update reviews set due_at = null where status = $1', ['pending']);
  const admin = await earshot.signIn({ admin: true });
  const createdAt = earshot.clock.now();
  const due = new Date(createdAt.getTime() + 14 * day * 1000);
  const doubtful = async () => {
    const made = await aReview(owner(), { createdAt });
    await sql(owner(), "update reviews set waits_for = 'person', due_at = $2 where id = $1", [made.id, due]);
    return made.id;
  };
  const ids = [await doubtful(), await doubtful(), await doubtful()];
  const states = () =>
    sql(owner(), 'select status, due_moved from reviews where id = any($1) order by status', [ids]);
  earshot.clock.advance(14 * day);
  await approveDueReviews(earshot.deps);
  expect(await states()).toEqual(ids.map(() => ({ status: 'pending', due_moved: true })));
  await earshot.runJobs();
  const mails = await sqlRow(
    owner(),
    "select count(*)::int as mails from outbox where subject like 'Doubtful reviews need%' and recipient_address = $1",
    [`${admin.userId}@example.org`],
  );
  expect(mails).toEqual({ mails: 1 });

  earshot.clock.advance(16 * day - 1);
  await approveDueReviews(earshot.deps);
  expect(await states()).toEqual(ids.map(() => ({ status: 'pending', due_moved: true })));
  earshot.clock.advance(1);
  await approveDueReviews(earshot.deps);
  expect(await states()).toEqual(ids.map(() => ({ status: 'approved', due_moved: true })));
});
