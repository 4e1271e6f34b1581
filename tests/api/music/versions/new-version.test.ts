import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { approveReview } from '#server/money/wallet/settle-review.ts';
import { settlePanels } from '#server/music/tracks/panels.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { anHonestComment, typedByHand } from '#tests/support/people/reviewing.ts';
import type { Earshot } from '#tests/support/world/earshot.ts';
import { aReview, aTrack } from '#tests/support/world/rows.ts';
import { sharedEarshot } from '#tests/support/world/shared-earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

const shared = sharedEarshot({ LEASE_MINUTES: '5' });
let earshot: Earshot;
let artist: ApiUser;
let former: { id: string; artistId: string };
beforeEach(async () => {
  earshot = shared();
  artist = await earshot.signIn({ userType: 'artist' });
  former = await aTrack(owner(), { artistId: artist.userId, reviewTarget: 12 });
  await sql(
    owner(),
    `insert into upload_limits values ($1, 9, date_trunc('month', $2::timestamptz at time zone 'UTC'))`,
    [artist.userId, earshot.clock.now()],
  );
});

const owner = () => earshot.testDatabase.ownerDatabase;
const day = 24 * 3600;

async function anUpload(mark: string = randomUUID()): Promise<string> {
  const uploadId = randomUUID();
  expect((await artist.upload(anMp3({ mark }), uploadId)).status).toBe(200);
  return uploadId;
}

const create = async (newVersionOf: { trackId: string; takesBack: boolean }) =>
  artist.call(api.tracks.createTrack, {
    body: { uploadId: await anUpload(), title: 'Night Bus', genre: 'indie', newVersionOf },
  });

async function newVersion(takesBack = false) {
  const { answer, code } = await create({ trackId: former.id, takesBack });
  if (!answer) throw new Error(`No new version: ${code}`);
  await sql(
    owner(),
    `update audio_files set analysis = 'done', peaks = decode(repeat('7f', 800), 'hex'), loudness_lufs = -14
      where id in (select audio_file_id from artist_tracks where id in ($1, $2))`,
    [answer.id, former.id],
  );
  return answer;
}

/** Listeners with an approved review of the former version. */
async function reviewers(count: number): Promise<ApiUser[]> {
  const found: ApiUser[] = [];
  for (let i = 0; i < count; i += 1) {
    const listener = await earshot.signIn({ userType: 'listener' });
    const { id } = await aReview(owner(), { listenerId: listener.userId, track: former });
    await earshot.testDatabase.database.transaction((tx) =>
      approveReview(tx, { reviewId: id, decidedBy: null }),
    );
    found.push(listener);
  }
  return found;
}

/** A track's reviews, the places that nobody has, and those of both that are for returning reviewers first. */
const places = (trackId: string) =>
  sqlRow(
    owner(),
    `select coalesce(sum(given.reviews - given.taken_back), 0)::int as assigned,
       coalesce(sum(open_places(given)), 0)::int as open,
       coalesce(sum(given.reviews) filter (where returning_until is not null), 0)::int as returning,
       coalesce(sum(open_places(given)) filter (where returning_until is not null), 0)::int as "openReturning"
     from assignments given where track_id = $1`,
    [trackId],
  );
const offer = () =>
  artist.get(api.versions.readNewVersionOffer, { params: { trackId: former.id }, query: {} });
const served = async (listener: ApiUser) =>
  (await listener.get(api.listening.nextTrack, { body: {} })).track?.trackId;

/** Somebody who takes a place that is open to all. */
const somebody = () => earshot.signIn({ userType: 'listener' });

/** Reviews a track that is served, of a comparison as if both had been heard and sounded alike. */
async function review(listener: ApiUser, trackId: string): Promise<void> {
  await sql(
    owner(),
    `update version_comparisons set former_heard = '{[0,30)}', former_delivered = '{[0,1000000)}', choice = 'none',
       chosen_at = now() where listener_id = $1`,
    [listener.userId],
  );
  await sql(
    owner(),
    `insert into heard_seconds (track_id, listener_id, heard) values ($1, $2, '{[0,30)}') on conflict do nothing`,
    [trackId, listener.userId],
  );
  await sql(
    owner(),
    `update leases set listened_ms = 60000, bytes_sent = 1000000, unlocked_at = now()
     where listener_id = $1 and closed_at is null`,
    [listener.userId],
  );
  await listener.get(api.reviews.submitReview, {
    body: { trackId, rating: 4, comment: anHonestComment, typing: typedByHand },
    idempotencyKey: randomUUID(),
  });
}

describe('a new version', () => {
  test("of another artist's, an unknown or a deleted track is rejected and uses no upload", async () => {
    const other = await aTrack(owner());
    for (const trackId of [other.id, randomUUID()])
      expect(await create({ trackId, takesBack: true })).toMatchObject({ status: 404, code: 'not_found' });
    await artist.get(api.tracks.deleteTrack, { params: { trackId: former.id } });
    expect(await create({ trackId: former.id, takesBack: true })).toMatchObject({ code: 'track_deleted' });
    expect(await artist.get(api.subscriptions.getUploadEligibility, { body: {} })).toMatchObject({
      creditsRemaining: 9,
    });
  });

  test('is linked to the former one, has the next number and uses an upload', async () => {
    const second = await newVersion();
    expect(second).toMatchObject({ version: 2, predecessorId: former.id, reviewTarget: 5 });
    expect(await artist.get(api.subscriptions.getUploadEligibility, { body: {} })).toMatchObject({
      creditsRemaining: 8,
    });
    expect(await places(former.id)).toMatchObject({ assigned: 12, open: 12 });
  });

  test.each([
    ['can still be assigned', 30],
    ['has expired', -30],
  ])(
    'takes over the open places if the artist chooses so, without losing or doubling any, from a lot that %s',
    async (_, days) => {
      await reviewers(2);
      const listening = await somebody();
      expect(await served(listening)).toBe(former.id);
      await sql(
        owner(),
        "update review_lots set opens_at = $1::timestamptz - interval '60 days', expires_at = $1 + $2 * interval '1 day'",
        [earshot.clock.now(), days],
      );
      const second = await newVersion(true);
      expect(second.reviewTarget).toBe(5 + 9);
      expect(await places(former.id)).toMatchObject({ assigned: 3, open: 0 });
      expect(await places(second.id)).toMatchObject({ assigned: 14, open: 14 });
      const kept =
        'select sum(kept_reviews(given))::int as kept from assignments given join review_lots lot on lot.id = lot_id';
      expect(await sqlRow(owner(), `${kept} where lot.source = 'before'`)).toEqual({ kept: 12 });
      expect(await sql(owner(), `${kept} where given.promised_at is not null`)).toEqual([{ kept: null }]);
      const third = await newVersion(true);
      expect(third.reviewTarget).toBe(5);
    },
  );

  test('takes back no place that has a review', async () => {
    await reviewers(5);
    expect((await offer()).openPlaces).toBe(7);
    expect((await newVersion(true)).reviewTarget).toBe(5 + 7);
    const { items } = await artist.get(api.tracks.listOwnTracks, { query: {} });
    expect(items.find(({ id }) => id === former.id)).toMatchObject({ reviewCount: 5, reviewTarget: 5 });
    expect((await offer()).openPlaces).toBe(0);
  });

  test('created twice at once moves the open places once', async () => {
    const both = await Promise.all([newVersion(true), newVersion(true)]);
    expect(both.map(({ reviewTarget }) => reviewTarget).toSorted((a, b) => a - b)).toEqual([5, 17]);
    expect(both.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual([2, 3]);
    expect(await places(former.id)).toMatchObject({ assigned: 0, open: 0 });
  });

  test('has the next number of all versions, whichever one it follows', async () => {
    expect(await newVersion()).toMatchObject({ version: 2 });
    expect(await offer()).toMatchObject({ version: 3, formerVersion: 1 });
    const third = await newVersion();
    expect(third).toMatchObject({ version: 3, predecessorId: former.id });
    await artist.get(api.tracks.deleteTrack, { params: { trackId: third.id } });
    expect(await newVersion()).toMatchObject({ version: 4 });
    const other = await aTrack(owner(), { artistId: artist.userId });
    expect((await create({ trackId: other.id, takesBack: false })).answer).toMatchObject({ version: 2 });
  });

  test('is offered with its places and the likely result of its panel', async () => {
    expect(await offer()).toMatchObject({
      ...{ version: 2, openPlaces: 12, returningReviewers: 0 },
      takingBack: { reviews: 17, returning: 0, panel: null },
      leaving: { reviews: 5, returning: 0, panel: null },
    });
    await reviewers(6);
    await sql(
      owner(),
      `insert into artist_subscriptions (user_id, plan, uploads_limit, price_per_month_cents, uploads_used_this_month,
         active, current_period_start, current_period_end)
       values ($1, 'basic', 2, 0, 0, true, $2::timestamptz - interval '1 day', $2::timestamptz + interval '10 days')`,
      [artist.userId, earshot.clock.now()],
    );
    await sql(
      owner(),
      `insert into review_lots (artist_id, source, reviews, plan, period_start, created_at, opens_at, expires_at)
       values ($1, 'plan', 40, 'basic', $2, $2, $2, $2::timestamptz + interval '10 days')`,
      [artist.userId, earshot.clock.now()],
    );
    expect(await offer()).toMatchObject({
      openPlaces: 6,
      returningReviewers: 6,
      takingBack: { reviews: 16, returning: 6, panel: { choosers: 6 } },
      leaving: { reviews: 10, returning: 5, panel: null },
    });
    await reviewers(8);
    expect((await offer()).returningReviewers).toBe(14);
  });
});

describe('places for returning reviewers', () => {
  test('do not exist if fewer than five can return', async () => {
    await reviewers(4);
    const second = await newVersion();
    expect(await places(second.id)).toMatchObject({ assigned: 5, open: 5, returning: 0 });
  });

  test('are half of all places: others get the rest, and returning reviewers are served the version first', async () => {
    const [one, two] = await reviewers(6);
    const second = await newVersion();
    expect(await places(second.id)).toMatchObject({ assigned: 5, open: 5, returning: 2 });
    const wish = async () =>
      (await somebody()).get(api.listening.nextTrack, { body: { trackId: second.id } });
    for (let i = 0; i < 3; i += 1) expect((await wish()).track?.trackId).toBe(second.id);
    expect(await places(second.id)).toMatchObject({ open: 2, openReturning: 2 });
    expect(await wish()).toMatchObject({ track: { trackId: former.id }, refusedWish: 'not_open' });
    await aTrack(owner(), { priorityWeight: 3, reviewTarget: 30 });
    for (const returning of [one, two]) expect(returning && (await served(returning))).toBe(second.id);
    expect(await places(second.id)).toMatchObject({ assigned: 5, open: 0 });
  });

  test('are half of the reviews that were taken back, too', async () => {
    await reviewers(6);
    const second = await newVersion(true);
    expect(await places(second.id)).toMatchObject({ assigned: 11, open: 11, returning: 5 });
    await reviewers(8);
    const all = await sqlRow(owner(), 'select size from version_panels where track_id = $1', [second.id]);
    expect(all).toEqual({ size: 5 });
  });

  test('are open again if given up, but not once reviewed', async () => {
    const [one, two] = await reviewers(5);
    if (!one || !two) throw new Error('Nobody returns.');
    const second = await newVersion();
    await served(one);
    expect(await places(second.id)).toMatchObject({ openReturning: 1 });
    await one.get(api.listening.skipTrack, { body: { trackId: second.id } });
    expect(await places(second.id)).toMatchObject({ open: 5, openReturning: 2 });
    await served(two);
    await review(two, second.id);
    expect(await places(second.id)).toMatchObject({ open: 4, openReturning: 1 });
    const { userId: adminId } = await earshot.signIn({ admin: true });
    const ofTwo = 'from reviews where track_id = $1 and listener_id = $2';
    const asAdmin = [second.id, two.userId, adminId];
    await sql(owner(), `select ledger.reject_review(id, $3, 'copied', 'Copied.') ${ofTwo}`, asAdmin);
    expect(await places(second.id)).toMatchObject({ open: 5, openReturning: 2 });
    await sql(owner(), `select ledger.reopen_review(id, $3) ${ofTwo}`, asAdmin);
    expect(await places(second.id)).toMatchObject({ open: 4, openReturning: 1 });
  });

  test('let a listener continue who takes no place before sending', async () => {
    const [one] = await reviewers(5);
    if (!one) throw new Error('Nobody returns.');
    const second = await newVersion();
    for (let i = 0; i < 3; i += 1)
      await (await somebody()).get(api.listening.nextTrack, { body: { trackId: second.id } });
    await sql(owner(), 'insert into lapsed_leases (listener_id, in_row) values ($1, 3)', [one.userId]);
    for (let i = 0; i < 2; i += 1) expect(await served(one)).toBe(second.id);
    expect(await sql(owner(), 'select from leases where listener_id = $1', [one.userId])).toHaveLength(1);
    await review(one, second.id);
    expect(await places(second.id)).toMatchObject({ open: 1, openReturning: 1 });
  });

  test('are freed by an expired lease, and taken by its review', async () => {
    const [one] = await reviewers(5);
    if (!one) throw new Error('Nobody returns.');
    const second = await newVersion();
    await served(one);
    earshot.clock.advance(6 * 60);
    await served(await somebody());
    expect(await places(second.id)).toMatchObject({ openReturning: 2 });
    await review(one, second.id);
    expect(await places(second.id)).toMatchObject({ openReturning: 1 });
  });

  test('end the panel once all are reviewed, with the choices made', async () => {
    const [one, two] = await reviewers(5);
    if (!one || !two) throw new Error('Nobody returns.');
    const second = await newVersion();
    const panel = () =>
      sqlRow(owner(), 'select ended_by, no_difference from version_panels where track_id = $1', [second.id]);
    await served(one);
    await review(one, second.id);
    expect(await panel()).toEqual({ ended_by: null, no_difference: null });
    await served(two);
    await review(two, second.id);
    expect(await panel()).toEqual({ ended_by: 'full', no_difference: 2 });
    expect(await sql(owner(), 'select from version_invitations where track_id = $1', [second.id])).toEqual(
      [],
    );
  });

  test('open to all after five days, not before', async () => {
    await reviewers(5);
    const second = await newVersion();
    // Three take the rest, so that nobody finds it before the last day.
    await sql(owner(), 'delete from version_invitations');
    const wish = async () =>
      (await (await somebody()).get(api.listening.nextTrack, { body: { trackId: second.id } })).track
        ?.trackId;
    for (let i = 0; i < 3; i += 1) expect(await wish()).toBe(second.id);
    earshot.clock.advance(5 * day - 60);
    await settlePanels(earshot.deps);
    expect(await places(second.id)).toMatchObject({ openReturning: 2 });
    earshot.clock.advance(60);
    await settlePanels(earshot.deps);
    expect(await places(second.id)).toMatchObject({ open: 2, openReturning: 0 });
    for (let i = 0; i < 2; i += 1) expect(await wish()).toBe(second.id);
    const panel = await sqlRow(owner(), 'select ended_by from version_panels where track_id = $1', [
      second.id,
    ]);
    expect(panel).toEqual({ ended_by: 'over' });
  });

  test('can still be filled by a listener who was comparing when the days ended', async () => {
    const [one] = await reviewers(5);
    if (!one) throw new Error('Nobody returns.');
    const second = await newVersion();
    earshot.clock.advance(5 * day - 60);
    const again = await earshot.signInAgain(one.userId);
    expect(await served(again)).toBe(second.id);
    earshot.clock.advance(120);
    await settlePanels(earshot.deps);
    const panel = () =>
      sqlRow(owner(), 'select ended_by from version_panels where track_id = $1', [second.id]);
    expect(await panel()).toEqual({ ended_by: null });
    await review(again, second.id);
    await settlePanels(earshot.deps);
    expect(await panel()).toEqual({ ended_by: 'over' });
  });

  test('open to all at once if the former version is deleted', async () => {
    await reviewers(5);
    const second = await newVersion();
    await artist.get(api.tracks.deleteTrack, { params: { trackId: former.id } });
    expect(await places(second.id)).toMatchObject({ open: 5, openReturning: 0 });
    await settlePanels(earshot.deps);
    const panel = await sqlRow(owner(), 'select ended_by from version_panels where track_id = $1', [
      second.id,
    ]);
    expect(panel).toEqual({ ended_by: 'deleted' });
  });

  test('go also to reviewers approved since, but not to suspended, linked or recently comparing ones', async () => {
    const [linked, compared] = await reviewers(7);
    const late = await earshot.signIn({ userType: 'listener' });
    const { id } = await aReview(owner(), { listenerId: late.userId, track: former });
    await sql(
      owner(),
      `insert into evidence (user_id, kind, day, mark, first_at, last_at)
       select person, 'device', current_date, 'the-same-browser-of-us', now(), now() from unnest($1::uuid[]) as person`,
      [[artist.userId, linked?.userId]],
    );
    await sql(
      owner(),
      `insert into version_comparisons (track_id, listener_id, artist_id, began_at) values ($1, $2, $3, $4)`,
      [former.id, compared?.userId, artist.userId, new Date(earshot.clock.now().getTime() - 29 * day * 1000)],
    );
    const second = await newVersion();
    const invited = async () =>
      (await sql(owner(), 'select listener_id from version_invitations where track_id = $1', [second.id]))
        .length;
    expect(await invited()).toBe(5);
    await earshot.testDatabase.database.transaction((tx) =>
      approveReview(tx, { reviewId: id, decidedBy: null }),
    );
    await settlePanels(earshot.deps);
    expect(await invited()).toBe(6);
  });
});
