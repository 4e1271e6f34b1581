import {
  type NotUsefulReason,
  notUsefulReasonCodes,
  type ReviewMarkKind,
} from '#contract/reviewing/reviews/review-mark-kinds.ts';
import type { ReviewMark } from '#contract/reviewing/reviews/review-marks.ts';
import { nullable, oneOf, timestamp, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

/** The columns of an artist's mark; both null if there is none. */
export const markColumns = {
  mark: nullable(oneOf<ReviewMarkKind>('useful', 'answered', 'not_useful')),
  markReason: nullable(oneOf<NotUsefulReason>(...notUsefulReasonCodes)),
};

interface MarkRow {
  readonly mark: ReviewMarkKind | null;
  readonly markReason: NotUsefulReason | null;
}

export function toMark({ mark, markReason }: MarkRow): ReviewMark | null {
  if (mark === 'not_useful') return markReason && { kind: mark, reason: markReason };
  return mark && { kind: mark };
}

/** The artist who may mark the review; no row if they cannot see it. */
export const markableReview = statement({
  takes: { reviewId: uuid },
  gives: { artistId: uuid },
})`select artist_id as "artistId" from reviews where id = ${'reviewId'} and status in ('pending', 'approved')`;

/** Stores a mark. Repeating the same mark changes nothing, not even its date. */
export const saveMark = statement({
  takes: { reviewId: uuid, ...markColumns, now: timestamp },
  gives: {},
})`insert into review_marks (review_id, artist_id, listener_id, stars, mark, reason, marked_at)
   select id, artist_id, listener_id, rating, ${'mark'}::text, ${'markReason'}::text, ${'now'}::timestamptz
     from reviews where id = ${'reviewId'}
   on conflict on constraint review_marks__review do update
   set mark = excluded.mark, reason = excluded.reason, marked_at = excluded.marked_at
   where (review_marks.mark, review_marks.reason) is distinct from (excluded.mark, excluded.reason)`;

/**
 * Clears a counted mark instead of deleting it. It leaves the listener's figures together with others, so that it cannot be
 * traced to an artist.
 */
export const takeMarkBack = statement({ takes: { reviewId: uuid, now: timestamp }, gives: {} })`
  update review_marks set mark = null, reason = null, marked_at = ${'now'}
   where review_id = ${'reviewId'} and mark is not null and counted_at is not null`;

export const dropMark = statement({ takes: { reviewId: uuid }, gives: {} })`
  delete from review_marks where review_id = ${'reviewId'} and counted_at is null`;
