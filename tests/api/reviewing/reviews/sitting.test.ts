import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { approveReview } from '#server/money/wallet/settle-review.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { openTab } from '#tests/support/people/staying.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { aReview, aTrack } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let listener: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
});
afterAll(() => earshot.close());
beforeEach(async () => {
  listener = await earshot.signIn({ userType: 'listener' });
});

const owner = () => earshot.testDatabase.ownerDatabase;
const sitting = () => listener.get(api.reviews.readSitting, {});

/** A review of the listener, sent so many minutes ago, after so many minutes with the track. */
async function send(title: string, tookMinutes = 3, minutesAgo = 0): Promise<string> {
  const now = new Date(earshot.clock.now().getTime() - minutesAgo * 60_000);
  const track = await aTrack(owner(), { title });
  const { id } = await aReview(owner(), { listenerId: listener.userId, track, createdAt: now });
  await sql(
    owner(),
    `insert into leases (listener_id, track_id, served_at, leased_until, closed_at, outcome)
     values ($1, $2, $3::timestamptz - $4 * interval '1 minute', $3, $3, 'reviewed')`,
    [listener.userId, track.id, now, tookMinutes],
  );
  return id;
}
const approve = (reviewId: string) =>
  earshot.testDatabase.database.transaction((tx) => approveReview(tx, { reviewId, decidedBy: null }));

test('a listener without reviews has no sitting and no pay per hour', async () => {
  expect(await sitting()).toEqual({ sitting: null, medianCentsPerHour: null });
});

test('a sitting counts what was earned since the last pause of half an hour', async () => {
  await approve(await send('Before the pause', 3, 36));
  await approve(await send('First', 3, 5));
  await send('Second');
  expect((await sitting()).sitting).toEqual({
    earnedCents: 15,
    last: { status: 'pending', earnedCents: 0, waiting: null, reasonLabel: null },
  });
});

test('a sitting says why its last review waits and by when it is decided, or why it was rejected', async () => {
  const id = await send('Waits');
  const until = new Date(earshot.clock.now().getTime() + 24 * 3_600_000).toISOString();
  await sql(owner(), "update reviews set waits_for = 'person', due_at = $2 where id = $1", [id, until]);
  await sql(
    owner(),
    "insert into review_findings (review_id, rule, version, passed, detail, created_at) values ($1, 'sentences', 1, false, '', now())",
    [id],
  );
  const waiting = { waitsFor: 'person', rules: ['sentences'], until };
  expect((await sitting()).sitting?.last).toMatchObject({ status: 'pending', waiting });
  const { userId } = await earshot.signIn({ admin: true });
  await sql(owner(), "select ledger.reject_review($1, $2, 'abusive', 'No insults.')", [id, userId]);
  expect((await sitting()).sitting?.last).toMatchObject({
    status: 'rejected',
    waiting: null,
    reasonLabel: 'It is insulting',
  });
});

test('the pay per hour is the median of the listener’s approved reviews, from the third on', async () => {
  await approve(await send('One', 3));
  await approve(await send('Two', 2));
  await send('Pending', 1);
  expect((await sitting()).medianCentsPerHour).toBeNull();
  await approve(await send('Three', 600));
  expect((await sitting()).medianCentsPerHour).toBe(300);
});

test('a reload resumes at the last reported second, and another track starts at its beginning', async () => {
  const { id: trackId } = await aTrack(owner());
  const { id: otherId } = await aTrack(owner());
  const served = async (wanted: string) =>
    (await listener.get(api.listening.nextTrack, { body: { trackId: wanted } })).track;
  expect(await served(trackId)).toMatchObject({ trackId, positionSeconds: 0 });
  await openTab(earshot, listener, trackId).playTo(23);
  expect(await served(trackId)).toMatchObject({ trackId, positionSeconds: 23 });
  await listener.get(api.listening.skipTrack, { body: { trackId } });
  expect(await served(otherId)).toMatchObject({ trackId: otherId, positionSeconds: 0 });
});

test('‘listening now’ counts listeners with a report in the last 15 seconds', async () => {
  const artist = await earshot.signIn({ userType: 'artist' });
  const { id: trackId } = await aTrack(owner(), { artistId: artist.userId });
  const now = async () => (await artist.get(api.tracks.readOwnTrack, { params: { trackId } })).listeningNow;
  await listener.get(api.listening.nextTrack, { body: { trackId } });
  expect(await now()).toBe(0);
  await openTab(earshot, listener, trackId).playTo(4);
  earshot.clock.advance(14);
  expect(await now()).toBe(1);
  earshot.clock.advance(1);
  expect(await now()).toBe(0);
});
