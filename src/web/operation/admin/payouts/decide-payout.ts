import { formatCents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { PendingPayout } from '#contract/operation/admin/admin.ts';
import { callApi } from '#web/calls/api.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { actDone, actKey, isFinal } from '#web/calls/idempotency-key.ts';
import { toast } from '#web/ui/display/toast-queue.ts';
import { useRowDecisions } from '../row-decisions.ts';
import { countOf, doneIn, payoutsOf, totalOf } from './payout-sums.ts';

/**
 * Also the key of the toasts: the next one replaces the last, because several at once would cover the rows' buttons.
 */
export const act = 'decide-payout';

export type Decision = { status: 'completed' } | { status: 'rejected'; reason: string };

interface GivenDecision {
  readonly payout: PendingPayout;
  readonly decision: Decision;
}

const words = { completed: 'approved', rejected: 'rejected' } as const;
const actOf = ({ payout, decision }: GivenDecision) => `${act}:${payout.id}:${decision.status}`;
const about = ({ displayName, amountCents }: PendingPayout) => `${displayName}, ${formatCents(amountCents)}`;
const needsSecond = (count: number) =>
  `${payoutsOf(count)} ${count === 1 ? 'needs' : 'need'} a second admin, too.`;

/** Approves or rejects one payout request. */
export function useDecidePayout() {
  return useRowDecisions({
    act,
    rowsOf: ({ payout }) => [payout.id],
    send: (given: GivenDecision) =>
      callApi(api.admin.decidePayout, {
        params: { payoutId: given.payout.id },
        body: given.decision,
        idempotencyKey: actKey(
          actOf(given),
          given.decision.status === 'rejected' ? given.decision.reason : '',
        ),
      }),
    onSuccess: ({ status, completesAt }, given) => {
      actDone(actOf(given));
      const detail = about(given.payout);
      if (status === 'pending' && completesAt === null) {
        const body = 'Another admin has to approve this payout, too.';
        toast({ title: 'First approval recorded', body, detail, act });
        return;
      }
      const decided = words[given.decision.status];
      toast({ title: `Payout ${decided}`, body: `Payout request has been ${decided}.`, detail, act });
    },
    onError: (error, given) => {
      if (isFinal(error)) actDone(actOf(given));
      toast({ ...toastFor(error, { title: 'Error processing payout', act }), detail: about(given.payout) });
    },
    lists: ['payouts'],
  });
}

/**
 * Approves many payouts in one act.
 * @param onDone called with the payouts that were in it
 */
export function useApprovePayouts(onDone: (payouts: readonly PendingPayout[]) => void) {
  return useRowDecisions({
    act,
    rowsOf: (payouts) => payouts.map(({ id }) => id),
    send: (payouts: readonly PendingPayout[]) =>
      callApi(api.admin.approvePayouts, { body: { payoutIds: payouts.map(({ id }) => id) } }),
    onSuccess: (answer, payouts) => {
      const approved = doneIn(answer, payouts);
      const [done, first] = [approved.length, countOf(answer, 'awaits_second')];
      const refused = payouts.length - done - first;
      onDone(payouts);
      toast({
        title: `${payoutsOf(done)} approved`,
        detail: totalOf(approved),
        body: [
          ...(done > 0 && refused === 0 ? ['You can undo this for ten seconds.'] : []),
          ...(first > 0 ? [needsSecond(first)] : []),
          ...(refused > 0 ? [`You couldn’t approve ${payoutsOf(refused)}.`] : []),
        ].join(' '),
        ...(refused > 0 ? { tone: 'wrong' as const } : {}),
        act,
      });
    },
    onError: (error) => toast(toastFor(error, { title: 'Error processing payout', act })),
    lists: ['payouts'],
  });
}

/** Undoes approvals within their ten seconds. */
export function useUndoApprovals() {
  return useRowDecisions({
    act: 'undo-payout-approvals',
    rowsOf: (payoutIds) => payoutIds,
    send: (payoutIds: readonly string[]) =>
      callApi(api.admin.undoPayoutApprovals, { body: { payoutIds: [...payoutIds] } }),
    onSuccess: (answer) => {
      const [done, all] = [countOf(answer, 'done'), answer.outcomes.length];
      toast({
        title: done === all ? 'Approval undone' : 'Too late to undo',
        body:
          done === all
            ? `${payoutsOf(done)} ${done === 1 ? 'needs' : 'need'} a decision again.`
            : `${payoutsOf(all - done)} ${all - done === 1 ? 'is' : 'are'} already complete.`,
        tone: done === all ? 'plain' : 'wrong',
        act,
      });
    },
    onError: (error) => toast(toastFor(error, { title: 'Error undoing the approval', act })),
    lists: ['payouts'],
  });
}
