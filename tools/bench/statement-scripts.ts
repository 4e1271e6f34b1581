import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { mostTracksFound } from '#contract/business-rules.ts';
import { answerOnce } from '#server/adapters/database/answer-once.ts';
import type { NamedQuery, Queryable, Transaction } from '#server/adapters/database/database.ts';
import type { DatabaseAddress } from '#server/adapters/database/database-address.ts';
import { enqueue } from '#server/adapters/jobs/job-queue.ts';
import { walletFigures } from '#server/money/wallet/wallet-store.ts';
import {
  countTracksByGenre,
  findAmongNewest,
  readFeaturedTracks,
  readFoundTracks,
  readPublicTracks,
  readShownArtist,
  readTracksOfShownArtist,
} from '#server/music/discovery/discovery-store.ts';
import { readHeard } from '#server/reviewing/listening/heard-store.ts';
import {
  openLease,
  renewLease,
  servedTrack,
  storeListening,
} from '#server/reviewing/listening/lease-store.ts';
import { reportedLeaseEnd } from '#server/reviewing/listening/listening-rules.ts';
import { lockClock, setClock, upsertPlayEvent } from '#server/reviewing/listening/play-event-store.ts';
import { lockCursors } from '#server/reviewing/listening/queue-store.ts';
import { closeAsReviewed } from '#server/reviewing/listening/served-lease.ts';
import { dropDraft } from '#server/reviewing/reviews/draft-store.ts';
import { countReview, insertReview, ownReviewById } from '#server/reviewing/reviews/review-store.ts';

/** Input of the floor server: the database, the listeners, and each one's session and track for play events. */
export const FloorSetting = z.object({
  address: z.custom<DatabaseAddress>(),
  listeners: z.array(z.string()),
  sessions: z.array(z.string()),
  served: z.array(z.string()),
  reviewers: z.array(z.string()),
  /** The artist whose page is read. */
  artist: z.string(),
});
export type FloorSetting = z.infer<typeof FloorSetting>;

export const Script = z.enum(['next', 'beat', 'tracks', 'discover', 'search', 'artist', 'wallet', 'review']);
export type Script = z.infer<typeof Script>;

/** A word in nearly every title of the benchmark. */
export const commonWord = 'Track';

/** A review of 50 words. */
export const comment = Array.from({ length: 10 }, (_, i) => `Line ${i} stays with me`).join(', ');

const over = (client: Pool | PoolClient): Queryable => ({
  query: async ({ name, text, values }: NamedQuery) => {
    const { rows, rowCount } = await client.query({ name, text, values: [...values] });
    return { rows, rowCount: rowCount ?? 0 };
  },
});

async function inTransaction<Answer>(
  pool: Pool,
  work: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const answer = await work({ ...over(client), inTransaction: true });
    await client.query('commit');
    return answer;
  } finally {
    client.release();
  }
}

/** Runs the SQL of one call, in the same transactions as the product, and nothing else. */
export function runScript(
  pool: Pool,
  setting: FloorSetting,
  script: Script,
  person: number,
): Promise<unknown> {
  switch (script) {
    case 'tracks':
      return readPublicTracks.all(over(pool), { ...fromNewest, most: 25 });
    case 'discover':
      return Promise.all([
        readFeaturedTracks.all(over(pool), { most: 3 }),
        readPublicTracks.all(over(pool), { ...fromNewest, most: 6 }),
        countTracksByGenre.all(over(pool), {}),
      ]);
    case 'search':
      return search(over(pool));
    case 'artist':
      return readArtist(over(pool), setting.artist);
    case 'wallet':
      return walletFigures.only(over(pool), {
        listenerId: setting.listeners[person] ?? '',
        monthStart: new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth())),
      });
    case 'next':
      return serveNext(pool, setting.listeners[person] ?? '');
    case 'beat':
      return reportPlayback(pool, setting, person);
    case 'review':
      return review(pool, setting.reviewers[person] ?? '');
  }
}

const fromNewest = { createdAt: new Date('9999-01-01'), id: '00000000-0000-0000-0000-000000000000' };

async function search(pool: Queryable) {
  const found = await findAmongNewest.all(pool, {
    pattern: `%${commonWord}%`,
    among: 1_000,
    most: mostTracksFound,
  });
  return readFoundTracks.all(pool, { ids: found.map(({ id }) => id), most: mostTracksFound });
}

const readArtist = async (pool: Queryable, artistId: string) => [
  await readShownArtist.one(pool, { artistId }),
  await readTracksOfShownArtist.all(pool, { artistId, ...fromNewest, most: 25 }),
];

const leaseFrom = (now: Date) => new Date(now.getTime() + 1_200_000);

async function serveNext(pool: Pool, listenerId: string) {
  const now = new Date();
  return inTransaction(pool, async (tx) => {
    await lockCursors.all(tx, { listenerId });
    const open = await openLease.one(tx, { listenerId });
    if (open) await renewLease.run(tx, { id: open.id, leasedUntil: leaseFrom(now) });
    return servedTrack.one(tx, { listenerId, isComing: false });
  });
}

const reportPlayback = (pool: Pool, setting: FloorSetting, person: number) =>
  inTransaction(pool, async (tx) => {
    const listenerId = setting.listeners[person] ?? '';
    const sessionId = setting.sessions[person] ?? '';
    const now = new Date();
    const open = await openLease.only(tx, { listenerId });
    const clock = await lockClock.one(tx, { listenerId });
    const { trackId } = open;
    await readHeard.one(tx, { trackId, listenerId });
    const leasedUntil = reportedLeaseEnd({ leaseMinutes: 20 }, now);
    await storeListening.run(tx, {
      id: open.id,
      listenedMs: open.listenedMs,
      reportedMs: open.reportedMs,
      unlockedAt: null,
      leasedUntil,
      sought: false,
    });
    const startedAt = clock?.startedAt ?? now;
    await setClock.run(tx, {
      listenerId,
      sessionId,
      leaseId: open.id,
      startedAt,
      side: null,
      playing: false,
      positionMs: 0,
      now,
      writtenAt: now,
      creditedMs: 0,
    });
    await upsertPlayEvent.run(tx, {
      trackId,
      listenerId,
      sessionId,
      startedAt,
      lastPosition: 0,
      secondsPlayed: 0,
      playDuration: 0,
      completed: false,
    });
    return { listenedSeconds: open.listenedMs / 1000, unlocked: false, heard: [] };
  });

const review = (pool: Pool, listenerId: string) =>
  inTransaction(pool, (tx) => {
    const now = new Date();
    const id = randomUUID();
    const act = { userId: listenerId, call: 'submitReview', key: randomUUID(), request: comment, now };
    return answerOnce(tx, act, async () => {
      const open = await openLease.only(tx, { listenerId });
      const { trackId, artistId, isWished, assignmentId } = open;
      await insertReview.run(tx, {
        id,
        trackId,
        listenerId,
        artistId,
        isWished,
        assignmentId,
        rating: 4,
        comment,
        worked: null,
        didNotWork: null,
        toChange: null,
        listeningTime: 90,
        reviewMonth: `${now.toISOString().slice(0, 7)}-01`,
        now,
      });
      await dropDraft.run(tx, { listenerId, trackId });
      await countReview.run(tx, { trackId, rating: 4 });
      await closeAsReviewed(tx, listenerId, { ...open, stay: undefined }, now);
      await enqueue(tx, { name: 'judge-review', payload: { reviewId: id }, key: `judge-review:${id}` });
      return ownReviewById.only(tx, { id });
    });
  });
