import type { AppealOutcome, ReviewDecision } from '#contract/admin/admin-reviews.ts';
import type { BulkOutcome } from '#contract/bulk-outcome.ts';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { toastFor } from '#web/error-messages.ts';
import { toast } from '#web/ui/display/toast-queue.ts';
import { useRowDecisions } from '../row-decisions.ts';

/** Decisions and answers to appeals are about the same rows. */
const act = 'decide-reviews';

const reviewsOf = (count: number) => (count === 1 ? '1 review' : `${count} reviews`);
const doneOf = ({ outcomes }: BulkOutcome) =>
  outcomes.filter(({ outcome }) => outcome === 'done').map(({ id }) => id);

/** Decisions whose response is missing. */
let onTheirWay = 0;
export const isDecisionOnItsWay = (): boolean => onTheirWay > 0;

/** The admin's latest decision, which can be undone. */
export interface LastDecision {
  readonly reviewIds: readonly string[];
  readonly status: ReviewDecision['status'];
}

interface Given {
  readonly reviewIds: readonly string[];
  readonly decision: ReviewDecision;
}

/**
 * Decides one review or many, and reports reviews that others decided first.
 * @param onDone called with the decision, which can be undone
 */
export function useDecideReviews(onDone: (last: LastDecision) => void) {
  return useRowDecisions({
    act,
    rowsOf: ({ reviewIds }) => reviewIds,
    send: ({ reviewIds, decision }: Given) => {
      onTheirWay += 1;
      return callApi(api.admin.decideReviews, { body: { reviewIds: [...reviewIds], decision } }).finally(
        () => {
          onTheirWay -= 1;
        },
      );
    },
    onSuccess: (answer, { decision }) => {
      const done = doneOf(answer);
      const left = answer.outcomes.length - done.length;
      if (done.length > 0) onDone({ reviewIds: done, status: decision.status });
      toast({
        title: `${reviewsOf(done.length)} ${decision.status}`,
        ...(left === 0
          ? {}
          : { body: `You can no longer decide ${reviewsOf(left)}.`, tone: 'wrong' as const }),
      });
    },
    onError: (error) => toast(toastFor(error, { title: 'Error deciding reviews' })),
    lists: ['reviews'],
  });
}

/** Undoes the latest decision: rejections become pending, approvals are reversed while their reward is available. */
export function useUndoDecisions(onDone: (undone: LastDecision) => void) {
  return useRowDecisions({
    act: 'undo-review-decisions',
    rowsOf: ({ reviewIds }) => reviewIds,
    send: ({ reviewIds }: LastDecision) =>
      callApi(api.admin.undoReviewDecisions, { body: { reviewIds: [...reviewIds] } }),
    onSuccess: (answer, last) => {
      const [done, all] = [doneOf(answer).length, answer.outcomes.length];
      onDone(last);
      toast({
        title: `${reviewsOf(done)} undone`,
        ...(done === all
          ? {}
          : { body: `${reviewsOf(all - done)} could not be undone.`, tone: 'wrong' as const }),
      });
    },
    onError: (error) => toast(toastFor(error, { title: 'Error undoing the decision' })),
    lists: ['reviews'],
  });
}

interface GivenAppeal {
  readonly reviewId: string;
  readonly outcome: AppealOutcome;
  readonly sentence: string;
}

export function useDecideAppeal() {
  return useRowDecisions({
    act,
    rowsOf: ({ reviewId }) => [reviewId],
    send: ({ reviewId, ...body }: GivenAppeal) =>
      callApi(api.admin.decideAppeal, { params: { reviewId }, body }),
    onSuccess: (_, { outcome }) => toast({ title: `Appeal ${outcome}` }),
    onError: (error) => toast(toastFor(error, { title: 'Error deciding appeal' })),
    lists: ['reviews'],
  });
}
