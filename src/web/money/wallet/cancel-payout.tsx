import { useState } from 'react';
import type { PayoutRequest } from '#contract/money/wallet/wallet.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { CancelPayoutDialog } from './cancel-payout-dialog.tsx';

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
