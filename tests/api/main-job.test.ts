import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { anMp3, aRealTrack } from '#tests/support/files/audio-files.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { listenTo } from '#tests/support/people/listening.ts';
import { completeApproved, readsPayout } from '#tests/support/people/payouts.ts';
import { anHonestComment, earnedBy, typedByHand } from '#tests/support/people/reviewing.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
});
afterAll(() => earshot.close());

const audit = () =>
  sqlRow(earshot.testDatabase.ownerDatabase, 'select count(*)::int as violations from ledger.audit()');

/** A track of a new artist, uploaded over HTTP. */
async function uploadTrack(
  file: Uint8Array<ArrayBuffer>,
  title = 'Metal Madness',
): Promise<{ artist: ApiUser; trackId: string }> {
  const artist = await earshot.signIn({ userType: 'artist', displayName: 'Ada Artist' });
  const uploadId = randomUUID();
  const stored = await artist.upload(file, uploadId);
  expect(stored.status).toBe(200);
  const track = await artist.get(api.tracks.createTrack, { body: { uploadId, title, genre: 'metal' } });
  return { artist, trackId: track.id };
}

test('an artist uploads an MP3, and a listener reviews it and is paid', async () => {
  const { artist, trackId } = await uploadTrack(await aRealTrack());
  await earshot.runJobs();
  const listener = await earshot.signIn({ userType: 'listener', displayName: 'Lee Listener' });

  const { track } = await listener.get(api.listening.nextTrack, { body: {} });
  expect(track).toMatchObject({ trackId, title: 'Metal Madness', artistName: 'Ada Artist' });
  expect(Buffer.from(track?.peaks ?? '', 'base64')).toHaveLength(800);

  const review = { trackId, rating: 4, comment: anHonestComment };
  const submit = (key: string) =>
    listener.call(api.reviews.submitReview, {
      body: { ...review, typing: typedByHand },
      idempotencyKey: key,
    });
  expect((await submit(randomUUID())).code).toBe('listen_longer');
  await listenTo(earshot, listener, track, 60);
  const key = randomUUID();
  const submitted = await submit(key);
  expect(submitted).toMatchObject({ status: 201, answer: { status: 'pending', earnedCents: 0 } });
  expect(await submit(key)).toMatchObject({ status: 200, answer: submitted.answer });
  expect((await submit(randomUUID())).code).toBe('already_reviewed');

  await earshot.runJobs();
  expect(await listener.get(api.wallet.readWallet, {})).toEqual({
    availableCents: 15,
    pendingCents: 0,
    owedCents: 0,
    totalEarningsCents: 15,
    thisMonthCents: 15,
    reviewsThisMonth: 1,
    underReview: null,
  });
  const read = await artist.get(api.reviews.listTrackReviews, { params: { trackId }, query: {} });
  expect(read.items).toMatchObject([
    {
      listenerName: 'Lee Listener',
      rating: 4,
      comment: anHonestComment,
      status: 'approved',
    },
  ]);
  const own = await artist.get(api.tracks.readOwnTrack, { params: { trackId } });
  expect(own).toMatchObject({ reviewCount: 1, averageRating: 4, playCount: 1 });
  expect((await listener.get(api.listening.nextTrack, { body: {} })).track?.trackId).not.toBe(trackId);
  expect(await audit()).toEqual({ violations: 0 });
});

describe('reviews and play reports', () => {
  test.each([
    ['44 words', { comment: anHonestComment.split(' ').slice(0, 44).join(' ') }, 'review_too_short'],
    ['no stars', { rating: 0 }, 'malformed'],
    ['six stars', { rating: 6 }, 'malformed'],
    ['a forged listening time', { listening_time: 60 }, 'malformed'],
    ['a forged status', { status: 'approved' }, 'malformed'],
    ['a NUL', { comment: `${anHonestComment}\u0000` }, 'malformed'],
    ['another track', { trackId: randomUUID() }, 'not_assigned'],
  ])('a review with %s is rejected and leaves nothing', async (_what, change, code) => {
    const { trackId } = await uploadTrack(anMp3({ seconds: 70, mark: randomUUID() }));
    const listener = await earshot.signIn({ userType: 'listener' });
    const { track } = await listener.get(api.listening.nextTrack, { body: { trackId } });
    await listenTo(earshot, listener, track, 60);
    const body = { trackId, rating: 4, comment: anHonestComment, typing: typedByHand, ...change };
    const refused = await listener.call(api.reviews.submitReview, { body, idempotencyKey: randomUUID() });
    expect(refused.code).toBe(code);
    expect((await listener.get(api.reviews.listOwnReviews, { query: {} })).items).toEqual([]);
    expect((await listener.get(api.tracks.createPlaybackLink, { params: { trackId } })).url).toContain(
      '/api/audio/',
    );
  });

  test('a review after 59 seconds is rejected with the missing second', async () => {
    const { trackId } = await uploadTrack(anMp3({ seconds: 70, mark: randomUUID() }));
    const listener = await earshot.signIn({ userType: 'listener' });
    const { track } = await listener.get(api.listening.nextTrack, { body: { trackId } });
    await listenTo(earshot, listener, track, 59);
    const review = {
      body: { trackId, rating: 4, comment: anHonestComment, typing: typedByHand },
      idempotencyKey: randomUUID(),
    };
    const refused = await listener.call(api.reviews.submitReview, review);
    expect(refused).toMatchObject({
      code: 'listen_longer',
      details: { seconds: 1 },
      message: 'Listen for 1s more to submit',
    });
  });

  test('a review of a track whose audio was never fetched is rejected', async () => {
    const { trackId } = await uploadTrack(anMp3({ seconds: 70, mark: randomUUID() }));
    const listener = await earshot.signIn({ userType: 'listener' });
    const { track } = await listener.get(api.listening.nextTrack, { body: { trackId } });
    await listenTo(earshot, listener, track, 60, { fetchAudio: false });
    const review = {
      body: { trackId, rating: 4, comment: anHonestComment, typing: typedByHand },
      idempotencyKey: randomUUID(),
    };
    expect((await listener.call(api.reviews.submitReview, review)).code).toBe('listen_longer');
  });

  test('500 reports within a second earn less than a second and a half', async () => {
    const { trackId } = await uploadTrack(anMp3({ seconds: 70, mark: randomUUID() }));
    const listener = await earshot.signIn({ userType: 'listener' });
    await listener.get(api.listening.nextTrack, { body: { trackId } });
    const sessionId = randomUUID();
    const report = (event: 'start' | 'beat', positionSeconds: number) =>
      listener.call(api.listening.recordPlayEvent, {
        body: { trackId, sessionId, event, positionSeconds, playing: true },
      });
    await report('start', 0);
    for (let i = 1; i <= 500; i += 1) {
      earshot.clock.advance(0.002);
      await report('beat', Math.min(i, 60));
    }
    const { track } = await listener.get(api.listening.nextTrack, { body: { trackId } });
    expect(track?.progress.listenedSeconds).toBeLessThan(1.5);
    expect(track?.progress.unlocked).toBe(false);
  });

  test('500 reports at once earn only the time that passes, and do not block other requests', async () => {
    const { trackId } = await uploadTrack(anMp3({ seconds: 70, mark: randomUUID() }));
    const [listener, other] = await Promise.all([1, 2].map(() => earshot.signIn({ userType: 'listener' })));
    if (!listener || !other) throw new Error('Two listeners were expected.');
    await listener.get(api.listening.nextTrack, { body: { trackId } });
    const sessionId = randomUUID();
    const report = (event: 'start' | 'beat', positionSeconds: number) =>
      listener.call(api.listening.recordPlayEvent, {
        body: { trackId, sessionId, event, positionSeconds, playing: true },
      });
    await report('start', 0);
    const ticking = setInterval(() => earshot.clock.advance(0.01), 10);
    const began = earshot.clock.now().getTime();
    const beats = Array.from({ length: 500 }, (_, i) => report('beat', Math.min(i / 8, 60)));
    const [publicTracks] = await Promise.all([
      other.call(api.discovery.getAllPublicTracks, { body: {} }),
      Promise.all(beats),
    ]);
    clearInterval(ticking);
    const passed = (earshot.clock.now().getTime() - began) / 1000;
    expect(publicTracks.status).toBe(200);
    const { track } = await listener.get(api.listening.nextTrack, { body: { trackId } });
    expect(track?.progress.listenedSeconds).toBeLessThanOrEqual(passed);
  });

  test('a second tab with the same track is rejected, and may play once the first is silent', async () => {
    const { trackId } = await uploadTrack(anMp3({ seconds: 70, mark: randomUUID() }));
    const listener = await earshot.signIn({ userType: 'listener' });
    await listener.get(api.listening.nextTrack, { body: { trackId } });
    const [one, two] = [randomUUID(), randomUUID()];
    const start = (sessionId: string) =>
      listener.call(api.listening.recordPlayEvent, {
        body: { trackId, sessionId, event: 'start', positionSeconds: 0, playing: true },
      });
    expect((await start(one)).status).toBe(200);
    expect((await start(two)).code).toBe('multiple_sessions');
    earshot.clock.advance(10);
    expect((await start(two)).status).toBe(200);
  });
});

describe('the queue', () => {
  test('never serves the listener’s own track, not even by id', async () => {
    const { artist, trackId } = await uploadTrack(anMp3({ seconds: 70, mark: randomUUID() }));
    await artist.get(api.accounts.updateProfile, { body: { userType: 'listener' } });
    expect((await artist.get(api.listening.nextTrack, { body: { trackId } })).track?.trackId).not.toBe(
      trackId,
    );
  });

  test('puts a skipped track behind the others and disables its link', async () => {
    const first = await uploadTrack(anMp3({ seconds: 70, mark: randomUUID() }));
    const listener = await earshot.signIn({ userType: 'listener' });
    const { track } = await listener.get(api.listening.nextTrack, { body: { trackId: first.trackId } });
    const link = track?.playbackLink.url ?? '';
    expect((await listener.fetch(link, { method: 'HEAD' })).status).toBe(200);
    await listener.get(api.listening.skipTrack, { body: { trackId: first.trackId } });
    expect((await listener.fetch(track?.playbackLink.url ?? '')).status).toBe(403);
    expect((await listener.get(api.listening.nextTrack, { body: {} })).track?.trackId).not.toBe(
      first.trackId,
    );
  });

  test('keeps the heard seconds of a track that was set aside', async () => {
    const { trackId } = await uploadTrack(anMp3({ seconds: 70, mark: randomUUID() }));
    const other = await uploadTrack(anMp3({ seconds: 70, mark: randomUUID() }));
    const listener = await earshot.signIn({ userType: 'listener' });
    const { track } = await listener.get(api.listening.nextTrack, { body: { trackId } });
    await listenTo(earshot, listener, track, 20);
    await listener.get(api.listening.nextTrack, { body: { trackId: other.trackId } });
    const again = await listener.get(api.listening.nextTrack, { body: { trackId } });
    expect(again.track?.progress.listenedSeconds).toBeCloseTo(20, 1);
  });

  test('does not serve a deleted track, and a review without the minute is rejected', async () => {
    const { artist, trackId } = await uploadTrack(anMp3({ seconds: 70, mark: randomUUID() }));
    const listener = await earshot.signIn({ userType: 'listener' });
    const { track } = await listener.get(api.listening.nextTrack, { body: { trackId } });
    await listenTo(earshot, listener, track, 20);
    await artist.get(api.tracks.deleteTrack, { params: { trackId } });
    const review = {
      body: { trackId, rating: 4, comment: anHonestComment, typing: typedByHand },
      idempotencyKey: randomUUID(),
    };
    expect((await listener.call(api.reviews.submitReview, review)).code).toBe('track_deleted');
    const report = {
      trackId,
      sessionId: randomUUID(),
      event: 'start',
      positionSeconds: 0,
      playing: true,
    } as const;
    expect((await listener.call(api.listening.recordPlayEvent, { body: report })).code).toBe('track_deleted');
    const stranger = await earshot.signIn({ userType: 'listener' });
    expect((await stranger.call(api.listening.recordPlayEvent, { body: report })).code).toBe('not_assigned');
    expect((await listener.fetch(track?.playbackLink.url ?? '')).status).toBe(403);
  });
});

describe('payouts', () => {
  const payout = (listener: ApiUser, idempotencyKey = randomUUID()) =>
    listener.call(api.wallet.requestPayout, { body: {}, idempotencyKey });
  const decide = (
    admin: ApiUser,
    payoutId: string,
    body: { status: 'completed' } | { status: 'rejected'; reason: string },
  ) =>
    readsPayout(admin, payoutId).then(() =>
      admin.call(api.admin.decidePayout, { params: { payoutId }, body, idempotencyKey: randomUUID() }),
    );

  test('$4.95 is rejected, and $5.10 becomes one request even if sent 8 times at once', async () => {
    const listener = await earshot.signIn({ userType: 'listener' });
    await earnedBy(earshot, listener.userId, 33);
    expect((await payout(listener)).code).toBe('below_minimum_payout');
    await earnedBy(earshot, listener.userId, 1);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => payout(listener)));
    expect(outcomes.filter((outcome) => outcome.status === 201)).toHaveLength(1);
    expect(
      new Set(outcomes.filter((outcome) => outcome.status !== 201).map((outcome) => outcome.code)),
    ).toEqual(new Set(['below_minimum_payout']));
    expect(await listener.get(api.wallet.readWallet, {})).toMatchObject({
      availableCents: 0,
      pendingCents: 510,
    });
    expect((await listener.get(api.wallet.listPayoutRequests, { query: {} })).items).toHaveLength(1);
    expect(await audit()).toEqual({ violations: 0 });
  });

  test('the same request sent twice creates one', async () => {
    const listener = await earshot.signIn({ userType: 'listener' });
    await earnedBy(earshot, listener.userId, 34);
    const key = randomUUID();
    const [one, two] = await Promise.all([payout(listener, key), payout(listener, key)]);
    expect(one.answer).toBeDefined();
    expect(two.answer).toEqual(one.answer);
  });

  test('an approved payout is completed once, and the opposite decision is rejected', async () => {
    const listener = await earshot.signIn({ userType: 'listener' });
    const admin = await earshot.signIn({ userType: 'listener', admin: true });
    await earnedBy(earshot, listener.userId, 34);
    const payoutId = (await payout(listener)).answer?.id ?? '';
    expect((await decide(listener, payoutId, { status: 'completed' })).code).toBe('access_denied');
    expect((await decide(admin, payoutId, { status: 'completed' })).status).toBe(200);
    expect((await decide(admin, payoutId, { status: 'completed' })).status).toBe(200);
    expect((await decide(admin, payoutId, { status: 'rejected', reason: 'Too late' })).code).toBe(
      'already_decided',
    );
    await completeApproved(earshot);
    expect((await decide(admin, payoutId, { status: 'completed' })).answer?.status).toBe('completed');
    expect(await listener.get(api.wallet.readWallet, {})).toMatchObject({
      availableCents: 0,
      pendingCents: 0,
      totalEarningsCents: 510,
    });
    expect((await listener.get(api.wallet.listPayoutRequests, { query: {} })).items).toMatchObject([
      { status: 'completed', amountCents: 510 },
    ]);
  });

  test('a rejected payout returns the money with its reason', async () => {
    const listener = await earshot.signIn({ userType: 'listener' });
    const admin = await earshot.signIn({ admin: true });
    await earnedBy(earshot, listener.userId, 34);
    const payoutId = (await payout(listener)).answer?.id ?? '';
    expect(
      (await admin.get(api.admin.listPendingPayouts, { query: {} })).items.map((item) => item.id),
    ).toContain(payoutId);
    await decide(admin, payoutId, { status: 'rejected', reason: 'Please confirm your account first.' });
    expect(await listener.get(api.wallet.readWallet, {})).toMatchObject({
      availableCents: 510,
      pendingCents: 0,
    });
    expect((await listener.get(api.wallet.listPayoutRequests, { query: {} })).items).toMatchObject([
      { status: 'rejected', reason: 'Please confirm your account first.' },
    ]);
    expect(await audit()).toEqual({ violations: 0 });
  });

  test('an admin cannot decide their own payout', async () => {
    const admin = await earshot.signIn({ userType: 'listener', admin: true });
    await earnedBy(earshot, admin.userId, 34);
    const payoutId = (await payout(admin)).answer?.id ?? '';
    expect((await decide(admin, payoutId, { status: 'completed' })).code).toBe('own_decision');
  });
});
