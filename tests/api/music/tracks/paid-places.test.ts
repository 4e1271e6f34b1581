import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller, Client } from '#server/foundation/caller.ts';
import { Refusal } from '#server/foundation/refusals.ts';
import { beginWaitingTracks } from '#server/music/tracks/begin-waiting-tracks.ts';
import { createTrack } from '#server/music/tracks/create-track.ts';
import { deleteTrack } from '#server/music/tracks/delete-track.ts';
import { readNewVersionOffer } from '#server/music/versions/read-new-version-offer.ts';
import { getUploadEligibility } from '#server/plans/get-upload-eligibility.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import { fixedStart } from '#tests/support/world/earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';
import { startTracksServer, type TracksServer } from './tracks-server.ts';

let server: TracksServer;
let artist: Caller;
beforeAll(async () => {
  server = await startTracksServer({ environment: { FREE_CREDITS_PER_MONTH: '1000' }, startsAt: fixedStart });
});
afterAll(() => server.close());
beforeEach(async () => {
  artist = await server.signIn({ userType: 'artist' });
});

const owner = () => server.testDatabase.ownerDatabase;
let uploads = 0;
async function stored(): Promise<string> {
  const uploadId = randomUUID();
  uploads += 1;
  expect((await server.upload(artist, anMp3({ mark: `upload ${uploads}` }), uploadId)).status).toBe(200);
  return uploadId;
}
const trackOf = (uploadId: string) =>
  createTrack(server.deps, artist.userId, { uploadId, title: 'Night Bus', genre: 'indie' });
const upload = async () => trackOf(await stored());
async function uploadAtOnce(count: number) {
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) ids.push(await stored());
  return Promise.all(ids.map(trackOf));
}
const days = (count: number) => new Date(server.clock.now().getTime() + count * 86_400_000);
async function subscribe(plan: string, { ends = null }: { ends?: Date | null } = {}) {
  await sql(
    owner(),
    `insert into artist_subscriptions (user_id, plan, uploads_limit, price_per_month_cents, active, started_at, expires_at,
                                       current_period_start, current_period_end)
     values ($1, $2, null, 0, true, $3, $4, $3, $5)
     on conflict (user_id) do update set plan = excluded.plan, expires_at = excluded.expires_at, active = true`,
    [artist.userId, plan, days(-15), ends, days(15)],
  );
}
const left = async () => (await getUploadEligibility(server.deps, artist.userId)).includedReviews;

test('uploads take their target from the included reviews, then the rest, and wait if fewer than 5 are left', async () => {
  await subscribe('pro');
  expect(await left()).toMatchObject({ included: 100, left: 100 });
  for (let i = 0; i < 4; i += 1) expect(await upload()).toMatchObject({ reviewTarget: 20, waitsFor: null });
  await sql(owner(), 'update review_allowances set taken = 88 where artist_id = $1', [artist.userId]);
  expect(await upload()).toMatchObject({ reviewTarget: 12, waitsFor: null });
  expect(await left()).toMatchObject({ included: 100, left: 0 });
  // Known before it is sent.
  const wait = { waitsFor: 'period', beginsAt: days(15).toISOString() } as const;
  expect(await getUploadEligibility(server.deps, artist.userId)).toMatchObject({ wait, forecast: null });
  expect(await upload()).toMatchObject({ reviewTarget: 20, ...wait });
});

test('an upload takes the reviews of the period, which expire with it, before returned ones', async () => {
  await subscribe('basic');
  const late = await upload();
  await sql(
    owner(),
    `insert into given_back (track_id, artist_id, uploads, uploads_left, reviews, reviews_left, given_at)
     values ($1, $2, 0, 0, 6, 6, $3)`,
    [late.id, artist.userId, days(0)],
  );
  expect(await left()).toMatchObject({ left: 16 });
  expect(await upload()).toMatchObject({ reviewTarget: 10 });
  expect(await left()).toMatchObject({ left: 6 });
  server.clock.advance(15 * 86_400);
  expect(await left()).toMatchObject({ left: 26 });
});

test('simultaneous uploads never take the same places', async () => {
  await subscribe('basic');
  const made = await uploadAtOnce(5);
  expect(made.filter(({ waitsFor }) => waitsFor === null).map(({ reviewTarget }) => reviewTarget)).toEqual([
    10, 10,
  ]);
  expect(await left()).toMatchObject({ left: 0 });
});

test('a waiting track starts with the next period, once, with that period’s reviews', async () => {
  await subscribe('basic');
  await upload();
  await upload();
  const waiting = await upload();
  await beginWaitingTracks(server.deps);
  expect(await stateOf(waiting.id)).toMatchObject({ waits_for: 'period', has_places: false });
  server.clock.advance(15 * 86_400);
  await Promise.all([beginWaitingTracks(server.deps), beginWaitingTracks(server.deps)]);
  expect(await stateOf(waiting.id)).toMatchObject({ waits_for: null, has_places: true, review_target: 10 });
  expect(await left()).toMatchObject({ included: 20, left: 10 });
});

const stateOf = (trackId: string) =>
  sqlRow(
    owner(),
    'select waits_for, begins_at, has_places, review_target, queue_rank from artist_tracks where id = $1',
    [trackId],
  );

const versionOf = async (trackId: string) =>
  createTrack(server.deps, artist.userId, {
    uploadId: await stored(),
    title: 'Night Bus',
    genre: 'indie',
    newVersionOf: { trackId, movesPlaces: true },
  });

test('a waiting new version keeps the places moved to it, and takes only its own when it starts', async () => {
  await subscribe('basic');
  const former = await upload();
  await upload();
  const waiting = await versionOf(former.id);
  expect(waiting).toMatchObject({ waitsFor: 'period', reviewTarget: 20 });
  expect(await stateOf(former.id)).toMatchObject({ review_target: 0, has_places: false });
  server.clock.advance(15 * 86_400);
  await beginWaitingTracks(server.deps);
  expect(await stateOf(waiting.id)).toMatchObject({ waits_for: null, has_places: true, review_target: 20 });
  expect(await left()).toMatchObject({ included: 20, left: 10 });
});

test('places of a plan stay with the plan: a version on a credit takes none along', async () => {
  await subscribe('basic', { ends: days(15) });
  const former = await upload();
  server.clock.advance(16 * 86_400);
  const offer = await readNewVersionOffer(server.deps, {
    artistId: artist.userId,
    formerId: former.id,
  });
  expect(offer.openPlaces).toBe(0);
  expect(await versionOf(former.id)).toMatchObject({ reviewTarget: 5 });
  expect(await stateOf(former.id)).toMatchObject({ review_target: 10, has_places: true });
});

test('a waiting track has no places to give to a new version', async () => {
  await subscribe('basic');
  await upload();
  await upload();
  const waiting = await upload();
  expect(await versionOf(waiting.id)).toMatchObject({ waitsFor: 'period', reviewTarget: 10 });
  expect(await stateOf(waiting.id)).toMatchObject({ waits_for: 'period', review_target: 10 });
});

test('a track still waiting when its plan ends waits for a plan, and starts with one', async () => {
  await subscribe('icon', { ends: days(15) });
  for (let i = 0; i < 2; i += 1) expect(await upload()).toMatchObject({ reviewTarget: 30, waitsFor: null });
  const waiting = await upload();
  expect(waiting).toMatchObject({ waitsFor: 'plan', beginsAt: null });
  server.clock.advance(16 * 86_400);
  await beginWaitingTracks(server.deps);
  expect(await stateOf(waiting.id)).toMatchObject({ waits_for: 'plan' });
  await sql(
    owner(),
    `update artist_subscriptions set plan = 'pro', expires_at = null, current_period_start = $2, current_period_end = $3
      where user_id = $1`,
    [artist.userId, days(0), days(30)],
  );
  await beginWaitingTracks(server.deps);
  expect(await stateOf(waiting.id)).toMatchObject({ waits_for: null, review_target: 30 });
});

const beginTwice = () => Promise.all([1, 2].map(() => beginWaitingTracks(server.deps)));
const told = () => sql(owner(), 'select title, path from notices where user_id = $1', [artist.userId]);
const onlyOnce = [{ title: '“Night Bus” is waiting for a plan', path: '/app/subscription' }];
const endPlan = () =>
  sql(owner(), 'update artist_subscriptions set active = false where user_id = $1', [artist.userId]);
const pausePlan = (pausedFor: 'dispute' | null) =>
  sql(owner(), 'update artist_subscriptions set paused_for = $2 where user_id = $1', [
    artist.userId,
    pausedFor,
  ]);
async function waitForPeriod(): Promise<string> {
  await subscribe('basic');
  for (let i = 0; i < 2; i += 1) await upload();
  const waiting = await upload();
  expect(waiting).toMatchObject({ waitsFor: 'period' });
  return waiting.id;
}

test('an artist whose plan ends early, for example by a refund, while a track waits for the next period is notified once', async () => {
  const waiting = await waitForPeriod();
  await beginTwice();
  expect(await told()).toEqual([]);
  await endPlan();
  await beginTwice();
  expect(await stateOf(waiting)).toMatchObject({ waits_for: 'plan', begins_at: null });
  expect(await told()).toEqual(onlyOnce);
  server.clock.advance(16 * 86_400);
  await beginTwice();
  expect(await told()).toEqual(onlyOnce);
});

test('a track keeps waiting for the next period during a dispute, and its artist is notified only if the plan ends', async () => {
  const waiting = await waitForPeriod();
  await pausePlan('dispute');
  server.clock.advance(16 * 86_400);
  await beginTwice();
  expect(await stateOf(waiting)).toMatchObject({ waits_for: 'period' });
  expect(await told()).toEqual([]);
  await endPlan();
  await beginTwice();
  expect(await stateOf(waiting)).toMatchObject({ waits_for: 'plan' });
  expect(await told()).toEqual(onlyOnce);
});

test('a track that waited through a dispute starts once it is won', async () => {
  const waiting = await waitForPeriod();
  await pausePlan('dispute');
  server.clock.advance(16 * 86_400);
  await beginTwice();
  await pausePlan(null);
  await beginTwice();
  expect(await stateOf(waiting)).toMatchObject({ waits_for: null, review_target: 10 });
  expect(await told()).toEqual([]);
});

test('an upgrade adds the difference for the days left, once; a downgrade takes nothing away', async () => {
  await subscribe('basic');
  await upload();
  await subscribe('pro');
  expect(await left()).toMatchObject({ included: 60, left: 50 });
  await upload();
  await subscribe('basic');
  await upload();
  await subscribe('pro');
  await upload();
  expect(await left()).toMatchObject({ included: 60, left: 0 });
});

test('deleting a track returns no reviews', async () => {
  await subscribe('basic');
  const { id } = await upload();
  await deleteTrack(server.deps, artist.userId, id);
  expect(await left()).toMatchObject({ left: 10 });
});

test('an upload on a credit gets its own 5 places from the free budget, behind paid tracks, and waits if it is spent', async () => {
  await subscribe('pro');
  await sql(owner(), 'update artist_subscriptions set uploads_limit = 0 where user_id = $1', [artist.userId]);
  const first = await upload();
  expect(first).toMatchObject({ reviewTarget: 5, priorityWeight: 1, waitsFor: null });
  expect(await getUploadEligibility(server.deps, artist.userId)).toMatchObject({ wait: null });
  expect(await stateOf(first.id)).toMatchObject({ queue_rank: 0 });
  const budget = await sqlRow(
    owner(),
    'select budget_cents::int, taken_cents::int from free_budgets order by month desc limit 1',
  );
  expect(budget.budget_cents).toBe(2000);
  await sql(owner(), 'update free_budgets set taken_cents = budget_cents - 199');
  const made = await uploadAtOnce(2);
  expect(made.map(({ waitsFor }) => waitsFor).toSorted()).toEqual(['budget', null]);
  const waiting = made.find(({ waitsFor }) => waitsFor === 'budget');
  const { wait } = await getUploadEligibility(server.deps, artist.userId);
  expect(wait).toEqual({ waitsFor: 'budget', beginsAt: waiting?.beginsAt });
  server.clock.advance((Date.parse(waiting?.beginsAt ?? '') - server.clock.now().getTime()) / 1000);
  await beginWaitingTracks(server.deps);
  expect(await stateOf(waiting?.id ?? '')).toMatchObject({ waits_for: null, review_target: 5 });
});

test('eligibility says that an upload waits if the month’s free budget is too small, even before the first', async () => {
  await sql(owner(), 'delete from free_budgets');
  const without = {
    ...server.deps,
    config: { ...server.deps.config, freeBudget: { percent: 0, leastCents: 99 } },
  };
  expect(await getUploadEligibility(without, artist.userId)).toMatchObject({ wait: { waitsFor: 'budget' } });
  expect(await sql(owner(), 'select from free_budgets')).toEqual([]);
  expect(await getUploadEligibility(server.deps, artist.userId)).toMatchObject({ wait: null });
});

test('test and sample accounts have no limits and take nothing', async () => {
  await subscribe('basic');
  await sql(owner(), 'update users set is_test = true where id = $1', [artist.userId]);
  for (let i = 0; i < 3; i += 1) expect(await upload()).toMatchObject({ reviewTarget: 10, waitsFor: null });
  expect(await left()).toBeNull();
});

describe('the free upload of a month', () => {
  const sent = async (who: Caller) => {
    const uploadId = randomUUID();
    uploads += 1;
    const { status } = await server.upload(who, anMp3({ mark: `upload ${uploads}` }), uploadId);
    expect(status).toBe(200);
    return { who, uploadId };
  };
  const browser: Client = { address: '203.0.113.9', device: 'Firefox', deviceMark: 'one' };
  const made = ({ who, uploadId }: Awaited<ReturnType<typeof sent>>, client?: Client) =>
    createTrack(server.deps, who.userId, { uploadId, title: 'Night Bus', genre: 'indie' }, client).then(
      () => 'uploaded',
      (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
    );
  const credit = async (who: Caller) => made(await sent(who));
  const share = (kind: 'device' | 'mailbox' | 'network', ...people: Caller[]) =>
    Promise.all(
      people.map(({ userId }) =>
        sql(
          owner(),
          `insert into evidence (user_id, kind, day, mark, first_at, last_at)
           values ($1, $2, current_date, $3, now(), now())`,
          [userId, kind, people[0]?.userId.replaceAll('-', '').slice(0, 22)],
        ),
      ),
    );

  test.each(['device', 'mailbox'] as const)('is shared by accounts of one %s, even at once', async (kind) => {
    const others = [await server.signIn({ userType: 'artist' }), await server.signIn({ userType: 'artist' })];
    await share(kind, artist, ...others);
    const all = await Promise.all([artist, ...others].map(sent));
    const endings = await Promise.all(all.map((upload) => made(upload)));
    expect(endings.toSorted()).toEqual(['credit_shared', 'credit_shared', 'uploaded']);
    const refused = all[endings.indexOf('credit_shared')]?.who;
    expect(await getUploadEligibility(server.deps, refused?.userId ?? '')).toMatchObject({
      canUpload: false,
      source: 'none',
      isCreditShared: true,
    });
    // The next month has a new one.
    server.clock.advance(31 * 86_400);
    expect(await credit(others[0] ?? artist)).toBe('uploaded');
  });

  test('of a mailbox is known to be used before its second account uploads anything', async () => {
    const [other, tester] = [
      await server.signIn({ userType: 'artist' }),
      await server.signIn({ userType: 'artist' }),
    ];
    const name = `ana${uploads}`;
    const emails = { [artist.userId]: name, [other.userId]: `${name}+2`, [tester.userId]: `${name}+3` };
    for (const [userId, local] of Object.entries(emails)) {
      await sql(owner(), 'update users set email = $2, email_normalized = $2, is_test = $3 where id = $1', [
        userId,
        `${local}@example.com`,
        userId === tester.userId,
      ]);
    }
    const eligible = (who: Caller) => getUploadEligibility(server.deps, who.userId);
    const waiting = await sent(other);
    expect(await eligible(other)).toMatchObject({ canUpload: true, isCreditShared: false });
    expect(await made(await sent(artist), browser)).toBe('uploaded');
    expect(await eligible(artist)).toMatchObject({ canUpload: true, isCreditShared: false });
    expect(await eligible(other)).toMatchObject({ canUpload: false, source: 'none', isCreditShared: true });
    expect(await eligible(tester)).toMatchObject({ canUpload: true, isCreditShared: false });
    expect((await server.upload(other, anMp3({ mark: 'refused' }), randomUUID())).status).toBe(409);
    expect(await made(waiting, { ...browser, deviceMark: 'another' })).toBe('credit_shared');
  });

  test('is not shared by accounts on one network, or by test accounts', async () => {
    const other = await server.signIn({ userType: 'artist' });
    await share('network', artist, other);
    expect([await credit(artist), await credit(other)]).toEqual(['uploaded', 'uploaded']);
    const tester = await server.signIn({ userType: 'artist' });
    await share('device', other, tester);
    await sql(owner(), 'update users set is_test = true where id = $1', [tester.userId]);
    expect(await credit(tester)).toBe('uploaded');
  });

  test('does not block an upload that was given back, or one of a plan', async () => {
    const other = await server.signIn({ userType: 'artist' });
    await share('device', artist, other);
    expect(await credit(other)).toBe('uploaded');
    await subscribe('basic');
    expect(await credit(artist)).toBe('uploaded');
  });
});
