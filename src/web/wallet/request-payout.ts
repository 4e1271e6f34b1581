import { useMutation, useQueryClient } from '@tanstack/react-query';
import { payoutBusinessDays } from '#contract/business-rules.ts';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';
import { toastFor } from '#web/error-messages.ts';
import { actDone, actKey, isFinal } from '#web/idempotency-key.ts';
import { queryKeys } from '#web/query-keys.ts';
import { toast } from '#web/ui/display/toast-queue.ts';

const act = 'request-payout';
const { least, most } = payoutBusinessDays;

/**
 * Requests a payout of all available money. One key names the act until its final answer, over reloads, too.
 * @param newestPayout the request after which this one comes: once there is a newer one, the next is another act
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
      // Until these are there a further press would ask for money that has moved. Nothing else keeps the button busy.
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.wallet.figures }, { cancelRefetch: false }),
        queryClient.invalidateQueries({ queryKey: queryKeys.wallet.payouts }, { cancelRefetch: false }),
      ]);
    },
  });
  // The second press of a double click comes before the button is drawn disabled.
  const request = () => {
    if (queryClient.isMutating({ mutationKey: [act] }) === 0) mutate();
  };
  return { request, isPending };
}
