import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { Moment } from '#contract/music/tracks/tracks.ts';
import { readMoments } from '#server/reviewing/listening/read-hearing.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { openTab } from '#tests/support/people/staying.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { aTrack } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let listener: ApiUser;
let trackId: string;

beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
});
afterAll(() => earshot.close());

/** A listener who has heard the first thirty seconds. */
beforeEach(async () => {
  ({ id: trackId } = await aTrack(earshot.testDatabase.ownerDatabase));
  listener = await earshot.signIn({ userType: 'listener' });
  await listener.get(api.listening.nextTrack, { body: { trackId } });
  await openTab(earshot, listener, trackId).playTo(30);
});

const sent = (kind: Moment['kind'], atSecond: number) => ({ params: { trackId }, body: { kind, atSecond } });
const mark = (kind: Moment['kind'], atSecond: number) =>
  listener.call(api.listening.markMoment, sent(kind, atSecond));
const undo = (kind: Moment['kind'], atSecond: number) =>
  listener.call(api.listening.unmarkMoment, sent(kind, atSecond));
const shown = async () => {
  const { track } = await listener.get(api.listening.nextTrack, { body: {} });
  return track?.moments;
};

describe('a mark is rejected', () => {
  test('at a second that the listener has not heard', async () => {
    expect((await mark('love', 30)).code).toBe('not_heard');
    expect((await mark('love', 29)).status).toBe(200);
  });

  test('within five seconds of another mark of the same kind', async () => {
    await mark('lost', 20);
    expect((await mark('lost', 24)).code).toBe('marked_already');
    expect((await mark('lost', 16)).code).toBe('marked_already');
    expect((await mark('lost', 25)).status).toBe(200);
    expect((await mark('love', 20)).status).toBe(200);
  });

  test('on a track that is no longer served', async () => {
    await listener.get(api.listening.skipTrack, { body: { trackId } });
    expect((await mark('love', 5)).code).toBe('not_assigned');
    expect((await undo('love', 5)).code).toBe('not_assigned');
  });

  test('on a track that was deleted', async () => {
    await sql(
      earshot.testDatabase.ownerDatabase,
      "update artist_tracks set status = 'deleted' where id = $1",
      [trackId],
    );
    expect((await mark('love', 5)).code).toBe('track_deleted');
  });

  test.each([
    { kind: 'like', atSecond: 3 },
    { kind: 'love', atSecond: 3.5 },
    { kind: 'love', atSecond: -1 },
    {},
  ])('with the body %j', async (body) => {
    const answer = await listener.fetch(`/api/tracks/${trackId}/moments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(400);
  });
});

test('a mark sent twice is stored once, even at the same time', async () => {
  const answers = await Promise.all([mark('love', 12), mark('love', 12), mark('love', 12)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await shown()).toEqual([{ kind: 'love', atSecond: 12 }]);
});

test('a mark can be undone, and undoing it again succeeds', async () => {
  await mark('skip', 12);
  expect((await undo('skip', 12)).answer).toEqual({ moments: [] });
  expect((await undo('skip', 12)).status).toBe(200);
  expect((await mark('skip', 13)).answer).toEqual({ moments: [{ kind: 'skip', atSecond: 13 }] });
});

test('a listener cannot see or undo another listener’s marks', async () => {
  await mark('love', 12);
  const other = await earshot.signIn({ userType: 'listener' });
  const { track } = await other.get(api.listening.nextTrack, { body: { trackId } });
  expect(track?.moments).toEqual([]);
  await other.get(api.listening.unmarkMoment, sent('love', 12));
  expect(await shown()).toEqual([{ kind: 'love', atSecond: 12 }]);
});

test('the figures of the track include the marks, except those of test accounts', async () => {
  await mark('love', 12);
  await mark('lost', 20);
  expect(await readMoments(earshot.deps, trackId)).toMatchObject([
    { listenerId: listener.userId, kind: 'lost', atSecond: 20 },
    { listenerId: listener.userId, kind: 'love', atSecond: 12 },
  ]);
  await sql(earshot.testDatabase.ownerDatabase, 'update users set is_test = true where id = $1', [
    listener.userId,
  ]);
  expect(await readMoments(earshot.deps, trackId)).toEqual([]);
});
