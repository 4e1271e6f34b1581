import { useEffect, useRef } from 'react';
import { reviewsText } from '#contract/plans/offer-texts.ts';
import { toast } from '#web/ui/display/toast-queue.ts';
import { useReviewBalance } from './balance/balance-queries.ts';
import type { useProviderPage } from './use-provider-page.ts';

/** While a checkout is open in another tab: once its reviews are here, that tab is done. */
export function useArrivedReviews(
  { opened, forget }: Pick<ReturnType<typeof useProviderPage>, 'opened' | 'forget'>,
  isWanted: boolean,
): void {
  const isOpen = opened !== null;
  const left = useReviewBalance({ isWaiting: isOpen, isWanted }).data?.left;
  const before = useRef(left);
  useEffect(() => {
    const known = before.current;
    before.current = left;
    if (!isOpen || known === undefined || left === undefined || left <= known) return;
    forget();
    toast({
      title: `${reviewsText(left - known)} to give`,
      body: 'Your payment has arrived.',
      tone: 'earned',
    });
  }, [left, isOpen, forget]);
}
