import type { ReviewDecision } from '#contract/admin-reviews.ts';
import type { BulkOutcome } from '#contract/bulk-outcome.ts';
import type { Dependencies } from '../dependencies.ts';
import { forEach } from '../for-each.ts';
import { decideReview } from './decide-review.ts';
import { undoDecision } from './undo-decision.ts';

type Needs = Pick<Dependencies, 'database' | 'clock' | 'config'>;

/** Decides many reviews alike. A lost answer may be asked for again: what is decided so already counts as done. */
export const decideReviews = (
  deps: Needs,
  decidedBy: string,
  reviewIds: readonly string[],
  decision: ReviewDecision,
): Promise<BulkOutcome> => forEach(reviewIds, (id) => decideReview(deps, decidedBy, id, decision));

/** Takes many of one's own decisions back, as far as each can be. */
export const undoDecisions = (
  deps: Needs,
  decidedBy: string,
  reviewIds: readonly string[],
): Promise<BulkOutcome> => forEach(reviewIds, (id) => undoDecision(deps, decidedBy, id));
