import { mostReviewsShown } from '#contract/insight/verdict/verdict-rules.ts';
import type { TrackReview } from '#contract/reviewing/reviews/reviews.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Caller } from '../../foundation/caller.ts';
import { decodeCursor, type Page, pageOfRows } from '../../foundation/cursor.ts';
import { refuse } from '../../foundation/refusals.ts';
import { pressState } from './press-review.ts';
import { promptsOf } from './review-help.ts';
import { toMark } from './review-marks-store.ts';
import { trackOwner, trackReviews } from './review-store.ts';

const pageSize = 20;

/** Pending and approved reviews of the caller's own track, or of any track for an admin. @throws Refusal not_found */
export async function listTrackReviews(
  deps: Dependencies,
  caller: Caller,
  trackId: string,
  { cursor, rating }: { cursor?: string | undefined; rating?: number | undefined } = {},
): Promise<Page<TrackReview>> {
  await requireTrackOwner(deps.database, caller, trackId);
  const rows = await trackReviews.all(deps.database, {
    trackId,
    viewerId: caller.userId,
    rating: rating ?? null,
    ...decodeCursor(cursor),
    most: pageSize + 1,
  });
  return pageOfRows(rows, pageSize, toTrackReview(deps.clock.now()));
}

/** The newest pending and approved reviews of a track, with the marks of the artist who reads them. */
export async function newestReviews(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  trackId: string,
  viewerId: string | null = null,
): Promise<Page<TrackReview>> {
  const rows = await trackReviews.all(database, {
    trackId,
    viewerId,
    rating: null,
    ...decodeCursor(undefined),
    most: mostReviewsShown + 1,
  });
  return pageOfRows(rows, mostReviewsShown, toTrackReview(clock.now()));
}

type ReviewRow = Awaited<ReturnType<typeof trackReviews.all>>[number];
const toTrackReview =
  (now: Date) =>
  (row: ReviewRow): TrackReview => ({
    id: row.id,
    listenerName: row.listenerName,
    rating: row.rating,
    comment: row.comment,
    prompts: promptsOf(row),
    notes: row.notes,
    moments: row.moments,
    status: row.status,
    isTakenDown: row.isTakenDown,
    mark: toMark(row),
    press: row.pressedAt && pressState({ askedAt: row.pressedAt, readAt: row.pressReadAt }, now),
    createdAt: row.createdAt.toISOString(),
  });

/** Only the track's artist and admins may read its reviews. @throws Refusal not_found */
async function requireTrackOwner(database: Database, caller: Caller, trackId: string): Promise<void> {
  const owner = await trackOwner.one(database, { trackId });
  if (!owner || (owner.artistId !== caller.userId && !caller.isAdmin)) refuse('not_found');
}
