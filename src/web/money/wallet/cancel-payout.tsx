import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { PayoutRequest } from '#contract/money/wallet/wallet.ts';
import { callApi } from '#web/calls/api.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { actDone, actKey, isFinal } from '#web/calls/idempotency-key.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { ConfirmDialog } from '#web/ui/controls/confirm-dialog.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';

/** Cancels the user's own pending request after a confirmation. */
export function CancelPayout({ payout }: { payout: PayoutRequest }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" size="small" onPress={() => setIsAsking(true)}>
        Cancel request
      </Button>
      {isAsking && <CancelPayoutDialog payout={payout} onClose={() => setIsAsking(false)} />}
    </>
  );
}

function CancelPayoutDialog({ payout, onClose }: { payout: PayoutRequest; onClose: () => void }) {
  const queryClient = useQueryClient();
  const act = `cancel-payout:${payout.id}`;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      callApi(api.wallet.cancelPayout, {
        params: { payoutId: payout.id },
        body: {},
        idempotencyKey: actKey(act),
      }),
    onSuccess: () => {
      actDone(act);
      toast({ title: 'Request canceled', body: 'The money is back in your available balance.' });
    },
    onError: (error) => {
      if (isFinal(error)) actDone(act);
      toast(toastFor(error, { title: 'The request wasn’t canceled' }));
    },
    onSettled: () => {
      onClose();
      return queryClient.invalidateQueries({ queryKey: queryKeys.wallet.all });
    },
  });
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title="Cancel this request?"
      confirmLabel="Cancel request"
      cancelLabel="Keep request"
      isPending={isPending}
      pendingLabel="Canceling..."
      onConfirm={() => mutate()}
    >
      <p>{`${formatCents(payout.amountCents)} goes back to your available balance. A new request starts at the end of the line.`}</p>
    </ConfirmDialog>
  );
}
