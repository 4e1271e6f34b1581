import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { hashPassword } from '#server/identity/passwords.ts';
import { readAnalytics } from '#server/reviewing/reviews/read-analytics.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import { goodPassword as password } from '#tests/support/people/accounts.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { listenTo } from '#tests/support/people/listening.ts';
import { anHonestComment, typedByHand } from '#tests/support/people/reviewing.ts';
import {
  audienceDifferences,
  counterDifferences,
  monthDifferences,
} from '#tests/support/people/rollup-differences.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { sql } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let passwordHash: string;
beforeAll(async () => {
  earshot = await startEarshot({ FREE_CREDITS_PER_MONTH: '10' }, { startsAt: fixedStart });
  passwordHash = await hashPassword(password);
  const border = nextMonth();
  earshot.clock.advance((border.getTime() - earshot.clock.now().getTime()) / 1000 - 45);
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
const once = () => ({ idempotencyKey: randomUUID() });
const nextMonth = () => {
  const now = earshot.clock.now();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
};

/** Whatever is kept and differs from the raw rows: nothing, after every act. */
async function expectNoDifference(): Promise<void> {
  expect(await monthDifferences(owner())).toEqual([]);
  expect(await counterDifferences(owner())).toEqual([]);
  expect(await audienceDifferences(owner())).toEqual([]);
}

async function somebody(userType: 'artist' | 'listener'): Promise<ApiUser> {
  const user = await earshot.signIn({ userType });
  await sql(owner(), 'update users set password_hash = $2 where id = $1', [user.userId, passwordHash]);
  return user;
}

async function upload(artist: ApiUser): Promise<string> {
  const uploadId = randomUUID();
  await artist.upload(anMp3({ seconds: 70, mark: uploadId }), uploadId);
  return (await artist.get(api.tracks.createTrack, { body: { uploadId, title: 'Low Tide', genre: 'folk' } }))
    .id;
}

async function hear(listener: ApiUser, trackId: string, seconds: number): Promise<void> {
  const { track } = await listener.get(api.listening.nextTrack, { body: { trackId } });
  expect(track?.trackId).toBe(trackId);
  await listenTo(earshot, listener, track, seconds);
}

async function review(listener: ApiUser, trackId: string, rating: number): Promise<string> {
  const body = { trackId, rating, comment: anHonestComment, typing: typedByHand };
  return (await listener.get(api.reviews.submitReview, { body, ...once() })).id;
}

const erase = (user: ApiUser) =>
  user.get(api.personalData.deleteAccount, {
    body: { password, confirmation: 'DELETE', forfeitCents: cents(0) },
  });

test('stored sums equal the raw rows after any change to a track and its reviews', async () => {
  const [artist, admin] = [await somebody('artist'), await earshot.signIn({ admin: true })];
  const [first, second] = [await upload(artist), await upload(artist)];
  const months = async () => {
    const figures = await readAnalytics(earshot.deps, artist.userId, undefined);
    return {
      plays: figures.months.slice(-2).map(({ plays }) => plays),
      reviews: figures.reviews.thisMonth,
      averageRating: figures.averageRating.thisMonth,
    };
  };

  const crossing = await somebody('listener');
  await hear(crossing, first, 60);
  const crossed = await review(crossing, first, 5);
  // Served in one month, reviewed in the next.
  expect(await months()).toEqual({ plays: [1, 0], reviews: 1, averageRating: 5 });
  await expectNoDifference();

  const skipping = await somebody('listener');
  await hear(skipping, first, 20);
  expect((await months()).plays[1]).toBe(1);
  await skipping.get(api.listening.skipTrack, { body: { trackId: first } });
  expect((await months()).plays[1]).toBe(0);
  await expectNoDifference();

  const judged: { listener: ApiUser; reviewId: string }[] = [];
  for (const rating of [4, 3, 2, 1]) {
    const listener = await somebody('listener');
    await hear(listener, first, 60);
    judged.push({ listener, reviewId: await review(listener, first, rating) });
  }
  expect(await months()).toEqual({ plays: [1, 4], reviews: 5, averageRating: 3 });
  await expectNoDifference();

  const decide = (reviewId: string, decision: 'approved' | 'rejected') =>
    admin.get(api.admin.decideReview, {
      params: { reviewId },
      body:
        decision === 'approved'
          ? { status: 'approved' }
          : { status: 'rejected', reason: 'copied', sentence: 'It says nothing.' },
    });
  const [appealing, undone, leaving, suspended] = judged;
  if (!appealing || !undone || !leaving || !suspended) throw new Error('Four reviews were written.');

  await decide(appealing.reviewId, 'rejected');
  expect((await months()).reviews).toBe(4);
  await expectNoDifference();
  await appealing.listener.get(api.reviews.appealReview, {
    params: { reviewId: appealing.reviewId },
    body: { appeal: 'I heard it to the end.' },
  });
  await admin.get(api.admin.decideAppeal, {
    params: { reviewId: appealing.reviewId },
    body: { outcome: 'granted', sentence: 'You are right.' },
  });
  expect((await months()).reviews).toBe(5);
  await expectNoDifference();

  // An undone decision leaves the review pending.
  for (const decision of ['rejected', 'approved'] as const) {
    await decide(undone.reviewId, decision);
    await admin.get(api.admin.undoReviewDecisions, { body: { reviewIds: [undone.reviewId] } });
    await expectNoDifference();
  }

  await decide(crossed, 'approved');
  await admin.get(api.books.reverseReview, {
    params: { reviewId: crossed },
    body: { reason: 'Bought with a promise outside of the product.' },
    ...once(),
  });
  expect((await months()).reviews).toBe(4);
  await expectNoDifference();

  // Who wrote a review may go; what was written about the track stays.
  const before = await months();
  await admin.get(api.admin.setSuspension, {
    params: { userId: suspended.listener.userId },
    body: { suspended: true, reason: 'Two accounts.' },
  });
  await erase(leaving.listener);
  expect(await months()).toEqual(before);
  await expectNoDifference();

  // Another day brings a listener back; a track that is deleted while it plays keeps what was heard.
  earshot.clock.advance(24 * 3600);
  await hear(await earshot.signInAgain(undone.listener.userId), second, 12);
  const { listeners } = await readAnalytics(earshot.deps, artist.userId, undefined);
  expect(listeners).toMatchObject({ returning: 1 });
  const back = await earshot.signInAgain(artist.userId);
  await back.get(api.tracks.deleteTrack, { params: { trackId: second } });
  await expectNoDifference();
  expect(await readAnalytics(earshot.deps, artist.userId, second)).toMatchObject({
    plays: { total: 1, thisMonth: 1 },
    activeTracks: { total: 0 },
  });

  await erase(back);
  await expectNoDifference();
});

test('a sum or counter that is off by one is found', async () => {
  const [artist, listener] = [await somebody('artist'), await somebody('listener')];
  const trackId = await upload(artist);
  await hear(listener, trackId, 4);
  await expectNoDifference();
  await sql(owner(), 'update track_months set plays = plays + 1 where track_id = $1', [trackId]);
  expect((await monthDifferences(owner())).map(({ side, n }) => [side, n])).toEqual([
    ['raw', 1],
    ['kept', 2],
  ]);
  await sql(owner(), 'update artist_tracks set play_count = play_count + 1 where id = $1', [trackId]);
  expect(await counterDifferences(owner())).toHaveLength(1);
  await sql(owner(), 'update artist_days set new_listeners = 2 where artist_id = $1', [artist.userId]);
  expect(await audienceDifferences(owner())).toHaveLength(2);
});
