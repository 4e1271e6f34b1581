import { useMutation, useQueryClient } from '@tanstack/react-query';
import { payoutBusinessDays } from '#contract/business-rules.ts';
import { api } from '#contract/index.ts';
import { callApi } from '#web/calls/api.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { actDone, actKey, isFinal } from '#web/calls/idempotency-key.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { toast } from '#web/ui/display/toast-queue.ts';

const act = 'request-payout';
const { least, most } = payoutBusinessDays;

/**
 * Requests a payout of the whole available balance. One key identifies the act until its final response, even after a
 * reload.
 * @param newestPayout the latest request so far; once there is a newer one, the next request is a new act
 */
export function useRequestPayout(newestPayout: string | undefined): {
  request: () => void;
  isPending: boolean;
} {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationKey: [act],
    mutationFn: () =>
      callApi(api.wallet.requestPayout, { body: {}, idempotencyKey: actKey(act, newestPayout) }),
    onSuccess: () => {
      actDone(act);
      toast({
        title: 'Payout requested',
        body: `Your payout request has been submitted and will be processed within ${least}-${most} business days.`,
        tone: 'earned',
      });
    },
    onError: (error) => {
      if (isFinal(error)) actDone(act);
      toast(toastFor(error, { title: 'Payout request failed' }));
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.wallet.all });
      // Keep the button busy until these are refetched; before, another press would request money that has already
      // moved.
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.wallet.figures }, { cancelRefetch: false }),
        queryClient.invalidateQueries({ queryKey: queryKeys.wallet.payouts }, { cancelRefetch: false }),
      ]);
    },
  });
  // The second click of a double click arrives before the button is rendered as disabled.
  const request = () => {
    if (queryClient.isMutating({ mutationKey: [act] }) === 0) mutate();
  };
  return { request, isPending };
}
