import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '#server/foundation/caller.ts';
import { createTrack } from '#server/music/tracks/create-track.ts';
import { deleteTrack, listOwnTracks, readOwnTrack } from '#server/music/tracks/own-tracks.ts';
import { openLots } from '#server/plans/balance/open-lots.ts';
import { getUploadEligibility } from '#server/plans/subscriptions/get-upload-eligibility.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import { aListener, aTrack } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';
import { startTracksServer, type TracksServer } from './tracks-server.ts';

let server: TracksServer;
let artist: Caller;
beforeAll(async () => {
  server = await startTracksServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  artist = await server.signIn({ userType: 'artist' });
});

const owner = () => server.testDatabase.ownerDatabase;
const refused = (code: string) => expect.objectContaining({ name: 'Refusal', code });

async function anUpload(mark = 'a', caller = artist): Promise<string> {
  const uploadId = randomUUID();
  const response = await server.upload(caller, anMp3({ mark }), uploadId);
  expect(response.status).toBe(200);
  return uploadId;
}
const create = (uploadId: string, more: { title?: string; description?: string } = {}) =>
  createTrack(server.deps, artist.userId, { uploadId, title: 'Night Bus', genre: 'indie', ...more });
const credits = (remaining: number) =>
  sql(
    owner(),
    `insert into upload_limits values ($1, $2, date_trunc('month', $3::timestamptz at time zone 'UTC'))
     on conflict (user_id) do update set remaining = excluded.remaining, period_start = excluded.period_start`,
    [artist.userId, remaining, server.clock.now()],
  );
async function subscribe(plan: string, uploadsLimit: number | null, uploadsUsed: number): Promise<void> {
  await sql(
    owner(),
    `insert into artist_subscriptions (user_id, plan, uploads_limit, price_per_month_cents, uploads_used_this_month,
                                       active, current_period_start, current_period_end)
     values ($1, $2, $3, 0, $4, true, $5::timestamptz - interval '1 day', $5::timestamptz + interval '10 days')`,
    [artist.userId, plan, uploadsLimit, uploadsUsed, server.clock.now()],
  );
  await openLots(server.deps);
}
const profile = () =>
  sqlRow(owner(), 'select songs_uploaded, xp_points from profiles where user_id = $1', [artist.userId]);

test('without an upload, or with another artist’s, the file is missing', async () => {
  await expect(create(randomUUID())).rejects.toEqual(refused('file_missing'));
  const other = await server.signIn({ userType: 'artist' });
  await expect(create(await anUpload('a', other))).rejects.toEqual(refused('file_missing'));
});

test('twenty simultaneous tracks with one credit create one, and the rest exceed the upload limit', async () => {
  const uploads: string[] = [];
  for (let i = 0; i < 20; i++) uploads.push(await anUpload(`race ${i}`));
  const outcomes = await Promise.allSettled(uploads.map((uploadId) => create(uploadId)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refusals).toEqual(Array(19).fill(refused('upload_limit_exceeded')));
  expect(await getUploadEligibility(server.deps, artist.userId)).toMatchObject({
    creditsRemaining: 0,
    canUpload: false,
    source: 'none',
  });
  const { count } = await sqlRow(
    owner(),
    'select count(*)::int as count from artist_tracks where artist_id = $1',
    [artist.userId],
  );
  expect([count, await profile()]).toEqual([1, { songs_uploaded: 1, xp_points: 50 }]);
});

test('an upload rejected at the end leaves neither row nor file', async () => {
  const [first, second] = [await anUpload('one tab'), await anUpload('another tab')];
  const before = await server.leftovers();
  const outcomes = await Promise.allSettled([create(first), create(second)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const left = await server.leftovers();
  expect([before.rows - left.rows, before.files.length - left.files.length]).toEqual([2, 1]);
  await credits(5);
  const same = await anUpload(outcomes[0]?.status === 'fulfilled' ? 'one tab' : 'another tab').catch(
    () => '',
  );
  expect(same).toBe('');
  await expect(create(outcomes[0]?.status === 'fulfilled' ? second : first)).rejects.toEqual(
    refused('file_missing'),
  );
});

test('a repeated call creates no second track and uses no upload, even if all are sent at once', async () => {
  const uploadId = await anUpload();
  const made = await Promise.all(Array.from({ length: 8 }, () => create(uploadId)));
  const again = await create(uploadId, { title: 'Another title' });
  expect(new Set([...made, again].map(({ id }) => id)).size).toBe(1);
  expect([again.title, await profile()]).toEqual(['Night Bus', { songs_uploaded: 1, xp_points: 50 }]);
});

test('the same recording uploaded twice becomes one track, and the rejected upload uses no allowance', async () => {
  await credits(5);
  const [first, second] = [await anUpload(), await anUpload()];
  await create(first);
  const before = await server.leftovers();
  await expect(create(second)).rejects.toEqual(refused('same_content'));
  expect((await server.leftovers()).files).toHaveLength(before.files.length - 1);
  expect(await getUploadEligibility(server.deps, artist.userId)).toMatchObject({ creditsRemaining: 4 });
});

test('a deleted recording can be uploaded again', async () => {
  await credits(5);
  const { id } = await create(await anUpload());
  await deleteTrack(server.deps, artist.userId, id);
  expect(await create(await anUpload())).toMatchObject({ status: 'active' });
});

test('a new track is active, without reviews, with the weight of an artist without a plan', async () => {
  const track = await create(await anUpload(), { description: 'Recorded on a bus.' });
  expect(track).toMatchObject({
    title: 'Night Bus',
    genre: 'indie',
    description: 'Recorded on a bus.',
    status: 'active',
    durationSeconds: expect.closeTo(2, 1),
    peaks: null,
    priorityWeight: 1,
    reviewTarget: 5,
    version: 1,
    predecessorId: null,
    reviewCount: 0,
    averageRating: null,
    playCount: 0,
    openPlaces: 5,
    assignments: [{ reviews: 5, openPlaces: 5, promisedAt: null, promise: null }],
    heldUntil: null,
    takedown: null,
    delivered: 0,
    perDay: 0,
    listeningNow: 0,
    createdAt: server.clock.now().toISOString(),
  });
});

test('the plan’s uploads are used first, then credits; the plan decides weight and target', async () => {
  await subscribe('pro', 5, 4);
  expect(await create(await anUpload('1'))).toMatchObject({ priorityWeight: 2, reviewTarget: 20 });
  expect(await getUploadEligibility(server.deps, artist.userId)).toEqual({
    plan: 'pro',
    uploadsLimit: 5,
    uploadsUsed: 5,
    canUpload: true,
    source: 'credits',
    creditsRemaining: 1,
    balance: { left: 80, lots: [expect.anything()], next: expect.anything() },
    assigns: 5,
    mostReviews: 85,
    forecast: expect.anything(),
    isPlanPaused: false,
    isCreditShared: false,
    freeUploads: { left: 1, nextAt: expect.any(String) },
  });
  const last = await anUpload('3');
  expect(await create(await anUpload('2'))).toMatchObject({ priorityWeight: 1, reviewTarget: 5 });
  await expect(create(last)).rejects.toEqual(refused('upload_limit_exceeded'));
});

test('the unlimited plan never runs out of uploads', async () => {
  await subscribe('unlimited', null, 1_000_000);
  expect(await create(await anUpload())).toMatchObject({ priorityWeight: 3, reviewTarget: 30 });
  expect(await getUploadEligibility(server.deps, artist.userId)).toMatchObject({
    uploadsLimit: null,
    uploadsUsed: 1_000_001,
    canUpload: true,
  });
});

test('a new month sets one credit, however many were left before', async () => {
  const moved = await startTracksServer();
  try {
    const uploader = await moved.signIn({ userType: 'artist' });
    const { ownerDatabase } = moved.testDatabase;
    await sql(
      ownerDatabase,
      "insert into upload_limits values ($1, 1000, date_trunc('month', now() - interval '40 days'))",
      [uploader.userId],
    );
    expect(await getUploadEligibility(moved.deps, uploader.userId)).toMatchObject({ creditsRemaining: 1 });
  } finally {
    await moved.close();
  }
});

test("another artist's track is not found, for reading or deleting", async () => {
  const { id } = await create(await anUpload());
  const other = await server.signIn({ userType: 'artist' });
  await expect(readOwnTrack(server.deps, other.userId, id)).rejects.toEqual(refused('not_found'));
  await expect(deleteTrack(server.deps, other.userId, id)).rejects.toEqual(refused('not_found'));
  expect(await readOwnTrack(server.deps, artist.userId, id)).toMatchObject({ status: 'active' });
});

test('a deleted track stays in the list and is withdrawn from the listener who was served it', async () => {
  const { id } = await create(await anUpload());
  const listener = await aListener(owner());
  await sql(
    owner(),
    "insert into leases (listener_id, track_id, leased_until) values ($1, $2, $3::timestamptz + interval '5 minutes')",
    [listener, id, server.clock.now()],
  );
  expect(await deleteTrack(server.deps, artist.userId, id)).toMatchObject({ status: 'deleted' });
  expect(await sqlRow(owner(), 'select outcome from leases where track_id = $1', [id])).toEqual({
    outcome: 'withdrawn',
  });
  expect((await listOwnTracks(server.deps, artist.userId, undefined)).items).toMatchObject([
    { id, status: 'deleted' },
  ]);
});

test('the list is paged newest first, without gaps or repeats even for equal times', async () => {
  await expect(listOwnTracks(server.deps, artist.userId, 'nonsense')).rejects.toEqual(refused('malformed'));
  for (let i = 0; i < 55; i++) await aTrack(owner(), { artistId: artist.userId, title: `${i}` });
  await sql(
    owner(),
    "update artist_tracks set created_at = '2026-01-01' where artist_id = $1 and title < '4'",
    [artist.userId],
  );
  const seen: { id: string; createdAt: string }[] = [];
  const sizes: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await listOwnTracks(server.deps, artist.userId, cursor);
    seen.push(...page.items);
    sizes.push(page.items.length);
    cursor = page.nextCursor;
  }
  expect([sizes, new Set(seen.map(({ id }) => id)).size]).toEqual([[24, 24, 7], 55]);
  const times = seen.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
});
