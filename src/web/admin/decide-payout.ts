import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PendingPayout } from '#contract/admin.ts';
import { formatCents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { toastFor } from '#web/error-messages.ts';
import { actDone, actKey, isFinal } from '#web/idempotency-key.ts';
import { queryKeys } from '#web/query-keys.ts';
import { toast } from '#web/ui/display/toast.tsx';

/** Also of the toasts: the next one replaces the last, because several at once would cover the buttons of the rows. */
const act = 'decide-payout';

export type Decision = { status: 'completed' } | { status: 'rejected'; reason: string };

interface GivenDecision {
  readonly payout: PendingPayout;
  readonly decision: Decision;
}

const words = { completed: 'approved', rejected: 'rejected' } as const;
const actOf = ({ payout, decision }: GivenDecision) => `${act}:${payout.id}:${decision.status}`;
const about = ({ displayName, amountCents }: PendingPayout) => `${displayName}, ${formatCents(amountCents)}`;

/** Approves or rejects one payout request. Whatever the answer, the list is read again: another admin may be faster. */
export function useDecidePayout() {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationKey: [act],
    mutationFn: (given: GivenDecision) =>
      callApi(api.admin.decidePayout, {
        params: { payoutId: given.payout.id },
        body: given.decision,
        idempotencyKey: actKey(
          actOf(given),
          given.decision.status === 'rejected' ? given.decision.reason : '',
        ),
      }),
    onSuccess: ({ status }, given) => {
      actDone(actOf(given));
      const detail = about(given.payout);
      if (status === 'pending') {
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
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.admin.all }),
  });
  // The second press of a double click comes before the button is drawn disabled.
  const decide = (payout: PendingPayout, decision: Decision) => {
    if (queryClient.isMutating({ mutationKey: [act] }) === 0) mutate({ payout, decision });
  };
  return { decide, isPending };
}
