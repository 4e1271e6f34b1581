import type { Reading, ReadReview } from '#contract/operation/admin/admin-readings.ts';
import { mostReadingsAtOnce } from '#contract/operation/admin/admin-readings.ts';
import { pressHours } from '#contract/reviewing/reviews/review-press.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Page } from '../../foundation/cursor.ts';
import { promptsOf } from '../../reviewing/reviews/review-help.ts';
import { ownAmong } from '../../trust/linked-accounts/refuse-own.ts';
import { type readOfPayout, unreadReadings } from './readings-store.ts';

const hour = 3_600_000;

type Row = Awaited<ReturnType<typeof readOfPayout.only>>;

export const toReadReview = (row: Row): ReadReview => ({
  id: row.reviewId,
  trackTitle: row.trackTitle,
  artistName: row.artistName,
  genre: row.genre,
  rating: row.rating,
  comment: row.comment,
  prompts: promptsOf(row),
  notes: row.notes,
  status: row.status,
  rules: row.rules,
  heardSeconds: row.heardSeconds,
  trackSeconds: row.trackSeconds,
  createdAt: row.createdAt.toISOString(),
});

/** The reviews that a person is to read. Those behind them come once these are read. */
export async function listReadings(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  callerId: string,
): Promise<Page<Reading>> {
  const pressedSince = new Date(clock.now().getTime() - pressHours * hour);
  const rows = await unreadReadings.all(database, { pressedSince, most: mostReadingsAtOnce });
  const own = await ownAmong(
    database,
    callerId,
    rows.flatMap(({ listenerId, artistId }) => [listenerId, artistId]),
  );
  const items = rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    listenerId: row.listenerId,
    listenerName: row.listenerName,
    review: toReadReview(row),
    until: row.kind === 'press' ? new Date(row.askedAt.getTime() + pressHours * hour).toISOString() : null,
    isOwn: own.has(row.listenerId) || own.has(row.artistId),
  }));
  return { items, nextCursor: null };
}
