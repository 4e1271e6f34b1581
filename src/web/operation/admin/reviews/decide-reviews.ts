import { useState } from 'react';
import type { BulkOutcome } from '#contract/bulk-outcome.ts';
import { api } from '#contract/index.ts';
import type {
  AppealOutcome,
  ReviewDecision,
  ReviewToDecide,
} from '#contract/operation/admin/admin-reviews.ts';
import { callApi } from '#web/calls/api.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { toast } from '#web/ui/display/toast-queue.ts';
import { useRowDecisions } from '../row-decisions.ts';

/** Decisions and answers to appeals are about the same rows. */
const act = 'decide-reviews';

const reviewsOf = (count: number) => (count === 1 ? '1 review' : `${count} reviews`);
const doneOf = ({ outcomes }: BulkOutcome) =>
  outcomes.filter(({ outcome }) => outcome === 'done').map(({ id }) => id);

/** A review to decide, and its title for the line that offers Undo. */
type Decided = Pick<ReviewToDecide, 'id' | 'trackTitle'>;

/** Reviews that the admin decided together. */
interface DecidedReviews {
  readonly reviews: readonly Decided[];
}

/** The admin's latest decision, which can be undone. */
export interface LastDecision extends DecidedReviews {
  /** Responses may arrive in another order than the decisions were made. */
  readonly order: number;
  readonly status: ReviewDecision['status'];
}

interface Given {
  readonly reviews: readonly Decided[];
  readonly decision: ReviewDecision;
  readonly sent: SentDecision;
}

/**
 * Decides one review or many, and reports reviews that others decided first.
 * @param last learns of each decision, which can be undone
 */
export function useDecideReviews(last: LastDecisions, onDone: (reviewIds: readonly string[]) => void) {
  const { decide, isDeciding } = useRowDecisions({
    act,
    rowsOf: ({ reviews }) => reviews.map(({ id }) => id),
    send: ({ reviews, decision, sent }: Given) => {
      last.begin(sent);
      const reviewIds = reviews.map(({ id }) => id);
      return callApi(api.admin.decideReviews, { body: { reviewIds, decision } });
    },
    onSuccess: (answer, { reviews, decision: { status }, sent }) => {
      const done = doneOf(answer);
      const left = answer.outcomes.length - done.length;
      onDone(done);
      toast({
        title: `${reviewsOf(done.length)} ${status}`,
        ...(left === 0
          ? {}
          : { body: `You can no longer decide ${reviewsOf(left)}.`, tone: 'wrong' as const }),
        act,
      });
      last.end(sent, { order: sent.order, reviews: reviews.filter(({ id }) => done.includes(id)), status });
    },
    onError: (error, { sent }) => {
      last.end(sent, null);
      toast(toastFor(error, { title: 'Error deciding reviews' }));
    },
    lists: ['reviews'],
  });
  return {
    isDeciding,
    decide: (reviews: readonly Decided[], decision: ReviewDecision) =>
      decide({ reviews, decision, sent: last.make() }),
  };
}

/** A decision from its making to its response. */
interface SentDecision {
  readonly order: number;
  /** Its response is missing, and the admin wants it undone. */
  isToUndo: boolean;
}

type LastDecisions = ReturnType<typeof useLastDecisions>;

/**
 * The decision made last, and undoing it. If its response is missing, it is undone once the response arrives: the admin
 * means what they decided last, not what was answered last.
 */
export function useLastDecisions() {
  const [last, setLast] = useState<LastDecision | null>(null);
  const undo = useUndoDecisions(({ reviews: undone }) =>
    setLast((now) => (now?.reviews.every(({ id }) => undone.some((one) => one.id === id)) ? null : now)),
  );
  const [kept] = useState(() => ({ made: 0, answered: 0, unanswered: new Set<SentDecision>() }));
  return {
    last,
    undo,
    make: (): SentDecision => {
      kept.made += 1;
      return { order: kept.made, isToUndo: false };
    },
    begin: (sent: SentDecision) => {
      kept.unanswered.add(sent);
    },
    end: (sent: SentDecision, done: LastDecision | null) => {
      kept.unanswered.delete(sent);
      if (done === null || done.reviews.length === 0) return;
      if (done.order > kept.answered) {
        kept.answered = done.order;
        setLast(done);
      }
      if (sent.isToUndo) void undo.decide(done);
    },
    /** Returns false if there is nothing to undo. */
    undoLast: (): boolean => {
      const newest = [...kept.unanswered].at(-1);
      if (newest !== undefined && newest.order > kept.answered) newest.isToUndo = true;
      else if (last !== null) void undo.decide(last);
      else return false;
      return true;
    },
  };
}

/** Why a review could not be undone, with how many. */
function notUndone({ outcomes }: BulkOutcome): string | null {
  const spent = outcomes.filter(({ outcome }) => outcome === 'reward_spent').length;
  const others = outcomes.filter(({ outcome }) => outcome !== 'done' && outcome !== 'reward_spent').length;
  const texts = [
    ...(spent === 0
      ? []
      : [
          `${reviewsOf(spent)} ${spent === 1 ? 'stays' : 'stay'} approved: the reward is no longer in the listener’s available balance.`,
        ]),
    ...(others === 0 ? [] : [`${reviewsOf(others)} could not be undone.`]),
  ];
  return texts.length === 0 ? null : texts.join(' ');
}

/** Undoes decisions: the reviews wait for a decision again. An approval stays if its reward is no longer available. */
function useUndoDecisions(onDone: (undone: DecidedReviews) => void) {
  return useRowDecisions({
    act: 'undo-review-decisions',
    rowsOf: ({ reviews }) => reviews.map(({ id }) => id),
    send: ({ reviews }: DecidedReviews) =>
      callApi(api.admin.undoReviewDecisions, { body: { reviewIds: reviews.map(({ id }) => id) } }),
    onSuccess: (answer, last) => {
      const [done, wrong] = [doneOf(answer).length, notUndone(answer)];
      onDone(last);
      toast({
        title: done === 0 ? 'Not undone' : `${reviewsOf(done)} undone`,
        body: wrong ?? `${done === 1 ? 'It waits' : 'They wait'} for a decision again.`,
        ...(wrong === null ? {} : { tone: 'wrong' as const }),
        act,
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
