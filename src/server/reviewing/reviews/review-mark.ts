import {
  type NotUsefulReason,
  notUsefulReasonCodes,
  type ReviewMarkKind,
} from '#contract/reviewing/reviews/review-mark-kinds.ts';
import type { ReviewMark } from '#contract/reviewing/reviews/review-marks.ts';
import { nullable, oneOf } from '../../adapters/database/columns.ts';

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
