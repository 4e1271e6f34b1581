import type { BulkOutcome } from '#contract/bulk-outcome.ts';
import type { ReviewDecision } from '#contract/operation/admin/admin-reviews.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { forEach } from '../../foundation/for-each.ts';
import { decideReview } from './decide-review.ts';
import { undoDecision } from './undo-decision.ts';

type Needs = Pick<Dependencies, 'database' | 'clock' | 'config'>;

/** Decides many reviews the same way. Safe to retry: reviews that already have this decision count as done. */
export const decideReviews = (
  deps: Needs,
  decidedBy: string,
  reviewIds: readonly string[],
  decision: ReviewDecision,
): Promise<BulkOutcome> => forEach(reviewIds, (id) => decideReview(deps, decidedBy, id, decision));

/** Undoes many of the admin's own decisions, each if possible. */
export const undoDecisions = (
  deps: Needs,
  decidedBy: string,
  reviewIds: readonly string[],
): Promise<BulkOutcome> => forEach(reviewIds, (id) => undoDecision(deps, decidedBy, id));
