import { randomUUID } from 'node:crypto';
import { strFromU8 } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import { blindTitle } from '#contract/business-rules.ts';
import { api } from '#contract/index.ts';
import type { ComparisonChoice } from '#contract/music/versions/version-rules.ts';
import { beginComparison } from '#server/music/tracks/comparison.ts';
import { settlePanels } from '#server/music/tracks/panels.ts';
import { judgeReview } from '#server/reviewing/reviews/judge-review.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import {
  fetchSide,
  formerReviewers,
  hearBoth,
  openPair,
  servedToCompare,
  uploadVersion,
} from '#tests/support/people/comparing.ts';
import { exportOf } from '#tests/support/people/exporting.ts';
import { anHonestComment, typedByHand } from '#tests/support/people/reviewing.ts';
import type { Earshot } from '#tests/support/world/earshot.ts';
import { sharedEarshot } from '#tests/support/world/shared-earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

const shared = sharedEarshot();
let earshot: Earshot;
let artist: ApiUser;
let former: { id: string; artistId: string };
let listener: ApiUser;
let others: ApiUser[];
let trackId: string;

const owner = () => earshot.testDatabase.ownerDatabase;

/** The former version with five reviewers, and the new one. */
async function publish({ former: ofFormer = {}, next = {} }: { former?: object; next?: object } = {}) {
  former = { id: await uploadVersion(earshot, artist, { lufs: -9, ...ofFormer }), artistId: artist.userId };
  const [one, ...rest] = await formerReviewers(earshot, former, 6);
  if (!one) throw new Error('Nobody returns.');
  [listener, others] = [one, rest];
  trackId = await uploadVersion(earshot, artist, {
    formerId: former.id,
    title: 'Night Bus, louder',
    ...next,
  });
}

beforeEach(async () => {
  earshot = shared();
  artist = await earshot.signIn({ userType: 'artist' });
  await sql(
    owner(),
    `insert into upload_limits values ($1, 9, date_trunc('month', $2::timestamptz at time zone 'UTC'))`,
    [artist.userId, earshot.clock.now()],
  );
});

const choose = (choice: ComparisonChoice, by = listener, id = trackId) =>
  by.call(api.listening.chooseVersion, { body: { trackId: id, choice } });
const review = (by = listener, id = trackId) =>
  by.call(api.reviews.submitReview, {
    body: { trackId: id, rating: 4, comment: anHonestComment, typing: typedByHand },
    idempotencyKey: randomUUID(),
  });
const orderOf = async (by: ApiUser) =>
  (await sqlRow(owner(), 'select new_is_a from version_comparisons where listener_id = $1', [by.userId]))
    .new_is_a;
/** The ids that a link to audio is signed over. */
const idsIn = (url: string) =>
  Buffer.from((url.split('/').at(-1) ?? '').split('.')[0] ?? '', 'base64url').toString('hex');
const plain = (id: string) => id.replaceAll('-', '');

describe('in a comparison', () => {
  beforeEach(() => publish());

  test('a choice before thirty seconds of each side is rejected, with the missing seconds', async () => {
    const track = await servedToCompare(listener);
    expect(await choose('a')).toMatchObject({
      status: 409,
      code: 'compare_longer',
      details: { a: 30, b: 30 },
    });
    const pair = openPair(earshot, listener, track);
    await pair.hear('a', 0, 60);
    await fetchSide(listener, track, 'a', 60);
    expect(await choose('none')).toMatchObject({ code: 'compare_longer', details: { a: 0, b: 30 } });
    const { unlocked, listenedSeconds, compared } = await pair.hear('b', 60, 29);
    expect({ unlocked, compared }).toEqual({ unlocked: false, compared: { a: 60, b: 29 } });
    expect(listenedSeconds).toBe(59);
    await fetchSide(listener, track, 'b', 90);
    expect(await choose('none')).toMatchObject({ code: 'compare_longer', details: { a: 0, b: 1 } });
  });

  test('seconds of a side whose audio was never fetched do not count', async () => {
    const track = await servedToCompare(listener);
    const pair = openPair(earshot, listener, track);
    await pair.hear('a', 0, 30);
    await pair.hear('b', 30, 30);
    await fetchSide(listener, track, 'a', 32);
    const { code, details } = await choose('a');
    expect(code).toBe('compare_longer');
    expect(details).toMatchObject({ a: 0 });
    expect((await review()).code).toBe('listen_longer');
  });

  test('repeating the same ten seconds of a side does not make thirty', async () => {
    const track = await servedToCompare(listener);
    const pair = openPair(earshot, listener, track);
    for (let turn = 0; turn < 4; turn += 1) await pair.hear('b', 0, 10);
    expect((await pair.hear('a', 0, 8)).compared).toEqual({ a: 8, b: 10 });
  });

  test('before the choice a review is rejected, and so is a mark, which would reveal a side', async () => {
    const track = await servedToCompare(listener);
    await hearBoth(earshot, listener, track);
    expect(await review()).toMatchObject({ status: 409, code: 'choose_first' });
    const mark = { params: { trackId }, body: { kind: 'love', atSecond: 3 } } as const;
    expect((await listener.call(api.listening.markMoment, mark)).code).toBe('choose_first');
    expect((await choose('b')).status).toBe(200);
    expect((await review()).status).toBe(201);
  });

  test('a choice is made once: repeating it returns the same, another is rejected', async () => {
    await hearBoth(earshot, listener, await servedToCompare(listener));
    const both = await Promise.all([choose('a'), choose('a')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await choose('b')).toMatchObject({ status: 409, code: 'chosen_already' });
    expect((await sql(owner(), 'select from version_comparisons where choice is not null')).length).toBe(1);
  });

  test('only one of two simultaneous different choices is stored, the other is rejected', async () => {
    await hearBoth(earshot, listener, await servedToCompare(listener));
    const both = await Promise.all([choose('a'), choose('b')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('a listener without the track, or without a comparison, cannot choose', async () => {
    expect((await choose('a')).code).toBe('not_assigned');
    const somebody = await earshot.signIn({ userType: 'listener' });
    await somebody.get(api.listening.nextTrack, { body: { trackId } });
    expect((await choose('a', somebody)).code).toBe('nothing_compared');
  });

  test('a second tab that plays at the same time is rejected, and counts for neither side', async () => {
    const track = await servedToCompare(listener);
    await openPair(earshot, listener, track).report('start', 0, 'a');
    earshot.clock.advance(2);
    const other = await openPair(earshot, listener, track).report('start', 0, 'b');
    expect(other.code).toBe('multiple_sessions');
  });
});

describe('a blind comparison', () => {
  test('counts sixty seconds of both sides in one session, and is then reviewed like any track', async () => {
    await publish();
    const track = await servedToCompare(listener);
    await hearBoth(earshot, listener, track);
    const { answer } = await choose('a');
    expect(answer?.track.comparison).toMatchObject({
      choice: 'a',
      newSide: (await orderOf(listener)) ? 'a' : 'b',
    });
    expect(answer?.track.title).toBe('Night Bus, louder');
    expect((await review()).status).toBe(201);
    const events = await sql(
      owner(),
      'select track_id, completed_60s from play_events where listener_id = $1 and completed_60s',
      [listener.userId],
    );
    expect(events).toEqual([{ track_id: trackId, completed_60s: true }]);
    const kept = await sqlRow(owner(), 'select choice, new_is_a from version_comparisons', []);
    expect(kept.choice).toBe(kept.new_is_a ? 'new' : 'former');
    expect(await sql(owner(), 'select from stays where track_id = $1', [trackId])).toEqual([]);
    const heardOfFormer = await sql(owner(), 'select from heard_seconds where track_id = $1', [former.id]);
    expect(heardOfFormer).toEqual([]);
  });

  test('does not reveal the new version before the choice', async () => {
    await publish();
    const track = await servedToCompare(listener);
    await hearBoth(earshot, listener, track);
    const again = await servedToCompare(listener);
    expect(again).toMatchObject({
      title: 'Night Bus',
      description: null,
      peaks: null,
      moments: [],
      questions: [],
    });
    expect(again.comparison.newSide).toBeNull();
    expect(again.playbackLink).toEqual(again.comparison.a.playbackLink);
    for (const side of [again.comparison.a, again.comparison.b]) {
      const ids = idsIn(side.playbackLink.url);
      for (const id of [trackId, former.id]) expect(ids).not.toContain(plain(id));
    }
    for (const id of [trackId, former.id])
      expect((await listener.call(api.tracks.createPlaybackLink, { params: { trackId: id } })).code).toBe(
        'audio_unavailable',
      );
  });

  test('has one length and size for both before the choice, in calls and in the audio, and each its own afterwards', async () => {
    await publish({ former: { seconds: 95 }, next: { seconds: 80 } });
    const track = await servedToCompare(listener);
    const { a, b } = track.comparison;
    expect([track.durationSeconds, a.durationSeconds, b.durationSeconds]).toEqual([80, 80, 80]);
    const totals = async (range: string) => {
      const parts = [];
      for (const { playbackLink } of [a, b]) {
        const { status, headers } = await listener.fetch(playbackLink.url, {
          method: 'HEAD',
          headers: { range },
        });
        parts.push([status, headers.get('content-length'), headers.get('content-range')]);
      }
      return parts;
    };
    for (const range of ['bytes=0-99', 'bytes=-1', 'bytes=99999999-', 'lines=0-']) {
      const [ofA, ofB] = await totals(range);
      expect(ofA).toEqual(ofB);
    }
    const [blindTotal = []] = await totals('bytes=0-99');
    await hearBoth(earshot, listener, track);
    const chosen = (await choose('none')).answer?.track;
    const { newSide } = chosen?.comparison ?? {};
    if (!chosen?.comparison || !newSide) throw new Error('Nothing was chosen.');
    const old = newSide === 'a' ? 'b' : 'a';
    expect(Math.floor(chosen.durationSeconds)).toBe(80);
    expect(chosen.comparison[newSide].durationSeconds).toBe(chosen.durationSeconds);
    expect(Math.floor(chosen.comparison[old].durationSeconds)).toBe(95);
    const whole = await totals('bytes=0-99');
    expect(new Set([...whole, blindTotal].map(String)).size).toBe(3);
  });

  test('orders the sides differently per listener, and keeps the order through reloads and skips', async () => {
    await publish();
    const orders = new Set<unknown>();
    for (let round = 0; round < 40 && orders.size < 2; round += 1) {
      await sql(owner(), 'delete from version_comparisons');
      await earshot.testDatabase.database.transaction((tx) =>
        beginComparison(tx, { listenerId: listener.userId, trackId }, earshot.clock.now()),
      );
      orders.add(await orderOf(listener));
    }
    expect(orders.size).toBe(2);
    const { comparison } = await servedToCompare(listener);
    const before = await orderOf(listener);
    await listener.get(api.listening.skipTrack, { body: { trackId } });
    const { track } = await listener.get(api.listening.nextTrack, { body: { trackId } });
    expect(track?.comparison).toMatchObject({ a: { id: comparison.a.id }, b: { id: comparison.b.id } });
    expect(await orderOf(listener)).toBe(before);
  });

  test('turns the louder version down to the other, and none up', async () => {
    await publish({ former: { lufs: -8 }, next: { lufs: -14 } });
    const { comparison } = await servedToCompare(listener);
    const [ofNew, ofFormer] = (await orderOf(listener))
      ? [comparison.a.level, comparison.b.level]
      : [comparison.b.level, comparison.a.level];
    expect(ofNew).toBe(1);
    expect(ofFormer).toBeCloseTo(10 ** (-6 / 20), 4);
  });

  test('continues after a reload with the seconds of both sides', async () => {
    await publish();
    const track = await servedToCompare(listener);
    await openPair(earshot, listener, track).hear('a', 0, 20);
    const again = await servedToCompare(listener);
    expect(again.progress.compared).toEqual({ a: 20, b: 0 });
    expect(again.progress.listenedSeconds).toBe(20);
    expect(again.positionSeconds).toBe(20);
    const { compared } = await openPair(earshot, listener, again).hear('a', 20, 10);
    expect(compared).toEqual({ a: 30, b: 0 });
  });

  test('requires all of a version under thirty seconds, and the rest of the minute from the other', async () => {
    await publish({ next: { seconds: 20 } });
    const track = await servedToCompare(listener);
    const short = (await orderOf(listener)) ? 'a' : 'b';
    const long = short === 'a' ? 'b' : 'a';
    expect(track.comparison[short].secondsToHear).toBe(20);
    const pair = openPair(earshot, listener, track);
    await pair.hear(short, 0, 20);
    const { unlocked } = await pair.hear(long, 20, 39);
    expect(unlocked).toBe(false);
    expect((await pair.hear(long, 59, 1)).unlocked).toBe(true);
    await fetchSide(listener, track, short, 20);
    await fetchSide(listener, track, long, 61);
    expect((await choose('none')).status).toBe(200);
    expect((await review()).status).toBe(201);
  });

  test.each([
    ['deleted by its artist', 'delete'],
    ['deleted after the choice', 'choose'],
  ])('with the former version %s becomes an ordinary review', async (_, when) => {
    await publish();
    const track = await servedToCompare(listener);
    await hearBoth(earshot, listener, track);
    if (when === 'choose') expect((await choose('b')).status).toBe(200);
    await artist.get(api.tracks.deleteTrack, { params: { trackId: former.id } });
    if (when === 'delete') expect((await choose('b')).code).toBe('comparison_over');
    const { track: alone } = await listener.get(api.listening.nextTrack, { body: {} });
    expect(alone).toMatchObject({ trackId, comparison: null, title: 'Night Bus, louder' });
    expect(alone && (await listener.fetch(alone.playbackLink.url)).status).toBe(200);
    expect((await review()).status).toBe(201);
  });

  test('without the former version requires thirty seconds of the new one', async () => {
    await publish();
    const track = await servedToCompare(listener);
    const old = (await orderOf(listener)) ? 'b' : 'a';
    await openPair(earshot, listener, track).hear(old, 0, 60);
    await fetchSide(listener, track, old, 60);
    await artist.get(api.tracks.deleteTrack, { params: { trackId: former.id } });
    expect(await review()).toMatchObject({ code: 'listen_longer', details: { seconds: 30 } });
  });

  test('ends if the new version is deleted: no choice is possible, and the review is still paid', async () => {
    await publish();
    await hearBoth(earshot, listener, await servedToCompare(listener));
    await artist.get(api.tracks.deleteTrack, { params: { trackId } });
    expect((await choose('a')).code).toBe('track_ended');
    const { track } = await listener.get(api.listening.nextTrack, { body: {} });
    expect(track).toMatchObject({ trackId, ended: { why: 'deleted' }, comparison: null });
    expect((await review(listener, trackId)).answer).toMatchObject({ status: 'pending' });
  });

  test('does not include listeners who have heard the new version before', async () => {
    await publish();
    await sql(
      owner(),
      `with left_out as (delete from version_invitations where listener_id = $2)
       insert into heard_seconds (track_id, listener_id, heard) values ($1, $2, '{[0,25)}')`,
      [trackId, listener.userId],
    );
    await settlePanels(earshot.deps);
    expect(
      await sqlRow(
        owner(),
        'select count(*)::int as invited from version_invitations where track_id = $1 and listener_id = $2',
        [trackId, listener.userId],
      ),
    ).toEqual({ invited: 0 });
  });

  test('of a blind track is blind too: its title is shown after the review', async () => {
    await publish({ next: { isBlind: true } });
    const track = await servedToCompare(listener);
    expect(track).toMatchObject({ isBlind: true, title: blindTitle, artistName: null });
    expect(track.trackId).not.toBe(trackId);
    await hearBoth(earshot, listener, track);
    const ownSound = await listener.call(api.tracks.createPlaybackLink, {
      params: { trackId: track.trackId },
    });
    expect(ownSound.code).toBe('audio_unavailable');
    const { answer } = await choose('a', listener, track.trackId);
    expect(answer?.track).toMatchObject({ title: blindTitle, artistName: null, comparison: { choice: 'a' } });
    const sent = await review(listener, track.trackId);
    expect(sent.answer).toMatchObject({ trackTitle: 'Night Bus, louder' });
  });

  test('is exported with the sides under their letters only', async () => {
    await publish();
    await openPair(earshot, listener, await servedToCompare(listener)).hear('b', 0, 12);
    const entries = Object.entries(await exportOf(earshot, listener));
    const text = (name: string) =>
      strFromU8(entries.find(([path]) => path.endsWith(name))?.[1] ?? new Uint8Array());
    expect(JSON.parse(text('comparisons.json'))).toMatchObject([
      { heardOfB: [{ fromSecond: 0, toSecond: 12 }], heardOfA: null, newVersionWas: null },
    ]);
    expect(text('heard.json')).not.toContain('Night Bus, louder');
  });

  test('is served to five returning reviewers, and others hear the new version alone', async () => {
    await publish();
    expect(others.length).toBe(5);
    const somebody = await earshot.signIn({ userType: 'listener' });
    const { track } = await somebody.get(api.listening.nextTrack, { body: { trackId } });
    expect(track).toMatchObject({ trackId, comparison: null });
  });
});

const panelOf = () => sqlRow(owner(), 'select ended_by from version_panels where track_id = $1', [trackId]);

describe('versions without equal loudness', () => {
  test.each(['former', 'next'])('are not compared if the %s one has no loudness', async (which) => {
    await publish({ [which]: { lufs: null } });
    const { track } = await listener.get(api.listening.nextTrack, { body: { trackId } });
    expect(track?.comparison ?? null).toBeNull();
    expect(await sql(owner(), 'select from version_comparisons')).toEqual([]);
  });

  test('have no places for returning reviewers: their panel ends at the next check', async () => {
    await publish({ former: { lufs: null } });
    await settlePanels(earshot.deps);
    expect(await panelOf()).toEqual({ ended_by: 'over' });
    const { track } = await listener.get(api.listening.nextTrack, { body: { trackId } });
    expect(track).toMatchObject({ trackId, comparison: null });
  });

  test('wait while one of them is still being analyzed', async () => {
    await publish();
    await sql(
      owner(),
      `update audio_files set analysis = 'waiting', peaks = null, loudness_lufs = null
        where id = (select audio_file_id from artist_tracks where id = $1)`,
      [trackId],
    );
    await settlePanels(earshot.deps);
    expect(await panelOf()).toEqual({ ended_by: null });
  });
});

const listeningFinding = (reviewId: string) =>
  sqlRow(owner(), "select passed, detail from review_findings where review_id = $1 and rule = 'listening'", [
    reviewId,
  ]);

describe('the listening rule', () => {
  test('passes with exactly thirty seconds sent of each side', async () => {
    await publish();
    await hearBoth(earshot, listener, await servedToCompare(listener));
    await choose('a');
    const { answer } = await review();
    if (!answer) throw new Error('The review was refused.');
    await judgeReview(earshot.deps, answer.id);
    expect(await listeningFinding(answer.id)).toMatchObject({ passed: true });
  });

  test('fails if too little of the former version was sent', async () => {
    await publish();
    await hearBoth(earshot, listener, await servedToCompare(listener));
    await choose('a');
    const { answer } = await review();
    if (!answer) throw new Error('The review was refused.');
    await sql(owner(), "update version_comparisons set former_delivered = '{[0,100000)}'");
    await judgeReview(earshot.deps, answer.id);
    expect(await listeningFinding(answer.id)).toMatchObject({ passed: false });
  });
});

test('does not count seconds of the former version in an ordinary review of the new one', async () => {
  await publish();
  const track = await servedToCompare(listener);
  const old = (await orderOf(listener)) ? 'b' : 'a';
  const now = old === 'a' ? 'b' : 'a';
  const pair = openPair(earshot, listener, track);
  await pair.hear(old, 0, 40);
  await pair.hear(now, 0, 12);
  await listener.get(api.listening.skipTrack, { body: { trackId } });
  await sql(owner(), 'delete from version_invitations where listener_id = $1', [listener.userId]);
  const alone = await listener.get(api.listening.nextTrack, { body: { trackId } });
  expect(alone.track).toMatchObject({ trackId, comparison: null, progress: { listenedSeconds: 12 } });
  await listener.get(api.listening.skipTrack, { body: { trackId } });
  await sql(owner(), 'insert into version_invitations values ($1, $2, now())', [trackId, listener.userId]);
  const again = await listener.get(api.listening.nextTrack, { body: { trackId } });
  // 18 of the new one are missing, and are held back of the minute.
  expect(again.track?.progress).toMatchObject({ listenedSeconds: 42, compared: { [old]: 40, [now]: 12 } });
});

test('a listener who keeps playing after the last day delays the result by a day at most', async () => {
  await publish();
  const track = await servedToCompare(listener);
  earshot.clock.advance(5 * 86_400 + 60);
  const again = await earshot.signInAgain(listener.userId);
  const pair = openPair(earshot, again, track);
  await pair.hear('a', 0, 12);
  await sql(owner(), 'update leases set assignment_id = next_place(track_id, true) where listener_id = $1', [
    listener.userId,
  ]);
  await settlePanels(earshot.deps);
  expect(await panelOf()).toEqual({ ended_by: null });
  earshot.clock.advance(86_400);
  await settlePanels(earshot.deps);
  expect(await panelOf()).toEqual({ ended_by: 'over' });
});
