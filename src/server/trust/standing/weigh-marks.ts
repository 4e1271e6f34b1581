import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import { recentDays } from '#contract/trust/standing/standing-bounds.ts';
import type { Queryable, Transaction } from '../../adapters/database/database.ts';
import { linkedAmong } from '../linked-accounts/linked-accounts.ts';
import { countMarks, dropTakenBack, marksOfAll, marksOfArtists, marksOfListeners } from './marks-store.ts';
import {
  type Habits,
  isLot,
  noTally,
  type Tally,
  type Usefulness,
  usefulnessOf,
} from './usefulness-rules.ts';

type MarkRow = Awaited<ReturnType<typeof marksOfListeners.all>>[number];

export const recentlyFrom = (now: Date): Date => new Date(now.getTime() - recentDays * dayMilliseconds);

/** All artists' marks by stars, read once per nightly run. */
export async function habitsOfAll(db: Queryable, now: Date): Promise<Habits['ofAll']> {
  const rows = await marksOfAll.all(db, { since: recentlyFrom(now) });
  const byStars = new Map<number, Tally>(rows.map(({ stars, ...tally }) => [stars, tally]));
  return (stars) => byStars.get(stars) ?? noTally;
}

/**
 * Adds waiting marks to the figures of these listeners once there are enough, and weighs those that count. Marks by
 * artists linked with the listener never count.
 */
export async function weighMarks(
  tx: Transaction,
  listenerIds: readonly string[],
  ofAll: Habits['ofAll'],
  now: Date,
): Promise<Map<string, Usefulness>> {
  const since = recentlyFrom(now);
  const rows = await marksOfListeners.all(tx, { listenerIds: [...listenerIds], since });
  const artistIds = [...new Set(rows.map(({ artistId }) => artistId))];
  const habits = { ofAll, ofArtist: await habitsOfArtists(tx, artistIds, since) };
  const weighed = new Map<string, Usefulness>();
  for (const listenerId of listenerIds) {
    const own = await unlinked(
      tx,
      listenerId,
      rows.filter((row) => row.listenerId === listenerId),
    );
    weighed.set(listenerId, usefulnessOf(await letEnter(tx, own, { since, now }), habits));
  }
  return weighed;
}

async function habitsOfArtists(
  tx: Transaction,
  artistIds: string[],
  since: Date,
): Promise<Habits['ofArtist']> {
  const rows = artistIds.length === 0 ? [] : await marksOfArtists.all(tx, { artistIds, since });
  const tallies = new Map<string, Tally>(
    rows.map(({ artistId, stars, ...tally }) => [`${artistId} ${stars}`, tally]),
  );
  return (artistId, stars) => tallies.get(`${artistId} ${stars}`) ?? noTally;
}

async function unlinked(tx: Transaction, listenerId: string, rows: MarkRow[]): Promise<MarkRow[]> {
  if (rows.length === 0) return rows;
  const artistIds = [...new Set(rows.map(({ artistId }) => artistId))];
  const linked = await linkedAmong(tx, listenerId, artistIds);
  return rows.filter(({ artistId }) => !linked.has(artistId));
}

/** The marks that count after waiting ones have entered or left together. A mark counts for 90 days from its lot. */
async function letEnter(
  tx: Transaction,
  rows: readonly MarkRow[],
  { since, now }: { readonly since: Date; readonly now: Date },
) {
  const isCounted = ({ countedAt }: MarkRow) => countedAt !== null && countedAt >= since;
  const counts = (row: MarkRow, isUseful: boolean | null) =>
    isUseful === null ? [] : [{ ...row, isUseful }];
  const waiting = rows.filter(
    (row) =>
      (row.isUseful === null || row.markedAt >= since) &&
      row.isUseful !== (isCounted(row) ? row.countedUseful : null),
  );
  if (!isLot(waiting)) {
    return rows.filter(isCounted).flatMap((row) => counts(row, row.countedUseful));
  }
  const reviewIds = waiting.map(({ reviewId }) => reviewId);
  await countMarks.run(tx, { reviewIds, now });
  await dropTakenBack.run(tx, { reviewIds });
  const entered = new Set(reviewIds);
  return rows
    .filter((row) => isCounted(row) || entered.has(row.reviewId))
    .flatMap((row) => counts(row, entered.has(row.reviewId) ? row.isUseful : row.countedUseful));
}
