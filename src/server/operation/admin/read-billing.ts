import type { Billing } from '#contract/operation/admin/admin-billing.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { readCheckedPrices } from '../../plans/check-prices.ts';
import { newestStrays } from './billing-store.ts';

/** How the provider's prices compare with the plans, and the provider's subscriptions that match no account. */
export async function readBilling(deps: Pick<Dependencies, 'database' | 'billing'>): Promise<Billing> {
  const [prices, strays] = await Promise.all([readCheckedPrices(deps), newestStrays.all(deps.database, {})]);
  return {
    testMode: deps.billing.testMode,
    prices: prices.map(({ product, priceId, isSold, problem, checkedAt }) => ({
      product,
      priceId,
      isSold,
      problem,
      checkedAt: checkedAt?.toISOString() ?? null,
    })),
    strays: strays.map(({ subscriptionId, priceId, reason, userId, displayName, noticedAt }) => ({
      subscriptionId,
      priceId,
      reason,
      user: userId === null ? null : { id: userId, displayName: displayName ?? '' },
      noticedAt: noticedAt.toISOString(),
    })),
  };
}
