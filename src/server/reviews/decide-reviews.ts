import type { BulkOutcome, ReviewDecision } from '#contract/admin-reviews.ts';
import type { Dependencies } from '../dependencies.ts';
import { Refusal } from '../refusals.ts';
import { decideReview } from './decide-review.ts';
import { undoDecision } from './undo-decision.ts';

/** What one review of many came to: 'done', or the code of its refusal. */
async function outcomeOf(act: Promise<unknown>): Promise<string> {
  try {
    await act;
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

type Needs = Pick<Dependencies, 'database' | 'clock' | 'config'>;

/** One after the other, each in a transaction of its own; a review named twice is done once. */
async function forEach(ids: readonly string[], act: (id: string) => Promise<unknown>): Promise<BulkOutcome> {
  const outcomes: BulkOutcome['outcomes'] = [];
  for (const id of new Set(ids)) outcomes.push({ id, outcome: await outcomeOf(act(id)) });
  return { outcomes };
}

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
