import { Suspense, useState } from 'react';
import type { PayoutRequest } from '#contract/money/wallet/wallet.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { lazyPart, MissingPart } from '#web/ui/display/lazy-part.tsx';

const CancelPayoutDialog = lazyPart(
  async () => (await import('./cancel-payout-dialog.tsx')).CancelPayoutDialog,
  MissingPart,
);

/** Cancels the user's own pending request after a confirmation. */
export function CancelPayout({ payout }: { payout: PayoutRequest }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" size="small" onPress={() => setIsAsking(true)}>
        Cancel request
      </Button>
      {isAsking && (
        <Suspense>
          <CancelPayoutDialog payout={payout} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
