import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { toastFor } from '#web/error-messages.ts';
import { actDone, actKey, isFinal } from '#web/idempotency-key.ts';
import { toast } from '#web/ui/toast.tsx';

const act = 'decide-payout';

export type Decision = { status: 'completed' } | { status: 'rejected'; reason: string };

interface GivenDecision {
  readonly payoutId: string;
  readonly decision: Decision;
}

const words = { completed: 'approved', rejected: 'rejected' } as const;
const actOf = (payoutId: string, { status }: Decision) => `${act}:${payoutId}:${status}`;

/** Approves or rejects one payout request. Whatever the answer, the list is read again: another admin may be faster. */
export function useDecidePayout() {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationKey: [act],
    mutationFn: ({ payoutId, decision }: GivenDecision) =>
      callApi(api.admin.decidePayout, {
        params: { payoutId },
        body: decision,
        idempotencyKey: actKey(
          actOf(payoutId, decision),
          decision.status === 'rejected' ? decision.reason : '',
        ),
      }),
    onSuccess: ({ status }, { payoutId, decision }) => {
      actDone(actOf(payoutId, decision));
      if (status === 'pending') {
        toast({ title: 'First approval recorded', body: 'Another admin has to approve this payout, too.' });
        return;
      }
      const decided = words[decision.status];
      toast({ title: `Payout ${decided}`, body: `Payout request has been ${decided}.` });
    },
    onError: (error, { payoutId, decision }) => {
      if (isFinal(error)) actDone(actOf(payoutId, decision));
      toast(toastFor(error, { title: 'Error processing payout' }));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin'] }),
  });
  // The second press of a double click comes before the button is drawn disabled.
  const decide = (payoutId: string, decision: Decision) => {
    if (queryClient.isMutating({ mutationKey: [act] }) === 0) mutate({ payoutId, decision });
  };
  return { decide, isPending };
}
