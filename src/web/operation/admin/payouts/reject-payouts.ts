import type { BulkOutcome } from '#contract/bulk-outcome.ts';
import { api } from '#contract/index.ts';
import type { PendingPayout } from '#contract/operation/admin/admin.ts';
import { callApi } from '#web/calls/api.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { toast } from '#web/ui/display/toast-queue.ts';
import { useRowDecisions } from '../row-decisions.ts';
import { act } from './decide-payout.ts';
import { countOf, doneIn, payoutsOf, totalOf } from './payout-sums.ts';

interface Rejections {
  readonly payouts: readonly PendingPayout[];
  readonly reason: string;
}

const causes: Readonly<Record<string, (count: number) => string>> = {
  already_decided: (count) => `${count} ${count === 1 ? 'was' : 'were'} already decided`,
  own_decision: (count) => `${count} ${count === 1 ? 'needs' : 'need'} another admin`,
};

function refusedText(answer: BulkOutcome): string | null {
  const refused = answer.outcomes.length - countOf(answer, 'done');
  if (refused === 0) return null;
  const why = Object.entries(causes).flatMap(([code, text]) => {
    const count = countOf(answer, code);
    return count === 0 ? [] : [text(count)];
  });
  const explained = Object.keys(causes).reduce((sum, code) => sum + countOf(answer, code), 0);
  const others = refused - explained;
  if (others > 0) why.push(`${others} could not be rejected`);
  return `You couldn’t reject ${payoutsOf(refused)}: ${why.join(', ')}.`;
}

/**
 * Rejects many payouts with one reason. A retry after a lost response sends them all again: those that were rejected
 * count as done.
 * @param onDone called with the payouts that were rejected
 */
export function useRejectPayouts(onDone: (payouts: readonly PendingPayout[]) => void) {
  return useRowDecisions({
    act,
    rowsOf: ({ payouts }) => payouts.map(({ id }) => id),
    send: ({ payouts, reason }: Rejections) =>
      callApi(api.admin.rejectPayouts, { body: { payoutIds: payouts.map(({ id }) => id), reason } }),
    onSuccess: (answer, { payouts }) => {
      const done = doneIn(answer, payouts);
      const refused = refusedText(answer);
      onDone(done);
      toast({
        title: done.length === 0 ? 'No payout was rejected' : `${payoutsOf(done.length)} rejected`,
        ...(done.length > 0 && { detail: totalOf(done) }),
        body: refused ?? 'The money is back in the listeners’ available balances.',
        tone: refused === null ? 'plain' : 'wrong',
        act,
      });
    },
    onError: (error) => toast(toastFor(error, { title: 'Error processing payout', act })),
    lists: ['payouts'],
  });
}
