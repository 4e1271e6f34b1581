import { useState } from 'react';
import { packs, plans } from '#contract/business-rules.ts';
import type { PackOffer, PlanOffer } from '#contract/plans/subscriptions.ts';
import { fixedToastFor } from '#web/calls/error-messages.ts';
import { openLaterTab } from '#web/later-tab.ts';
import { toast } from '#web/ui/display/toast-queue.ts';
import { useCreateCheckout, useCustomerPortal } from './subscription-queries.ts';

/** A provider's page that was requested. */
export interface OpenedPage {
  readonly label: string;
  readonly url: string;
  /** The browser blocked the tab, so show a link. */
  readonly isBlocked: boolean;
}

/** Opens the checkout and the portal in new tabs. */
export function useProviderPage() {
  const [opened, setOpened] = useState<OpenedPage | null>(null);
  const checkout = useCreateCheckout();
  const portal = useCustomerPortal();

  const open = async (label: string, ask: () => Promise<{ url: string }>, failure: FailureText) => {
    const tab = openLaterTab();
    try {
      const { url } = await ask();
      setOpened({ label, url, isBlocked: !tab.show(url) });
    } catch (error) {
      tab.close();
      toast(fixedToastFor(error, failure));
    }
  };
  const pay = (priceId: string, what: string) => {
    toast({ title: 'Redirecting to checkout' });
    void open(`Open the checkout for ${what}`, () => checkout.mutateAsync(priceId), checkoutFailure);
  };
  return {
    opened,
    forget: () => setOpened(null),
    pendingPrice: checkout.isPending ? checkout.variables : null,
    isPortalPending: portal.isPending,
    subscribe: (offer: PlanOffer) => pay(offer.priceId, plans[offer.plan].label),
    buy: (offer: PackOffer) => pay(offer.priceId, `${packs[offer.pack].reviews} reviews`),
    manage: () => void open('Open the subscription management', () => portal.mutateAsync(), portalFailure),
  };
}

interface FailureText {
  readonly title: string;
  readonly body: string;
}
const checkoutFailure = {
  title: 'Checkout failed',
  body: 'Failed to start checkout process. Please try again.',
};
const portalFailure = {
  title: 'Portal unavailable',
  body: 'Failed to open subscription management. Please try again.',
};
