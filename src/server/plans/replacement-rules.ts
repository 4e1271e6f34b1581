import type { BilledSubscription, KnownSubscription } from './billed-subscription-rules.ts';
import { type PaidMoney, reversalOf } from './paid-money-rules.ts';

/** Whether the stored one is billed, still runs and started later. Of two that started together, the id decides. */
export const isOlder = (
  facts: Pick<BilledSubscription, 'id' | 'startedAt'>,
  known: Pick<KnownSubscription, 'billingSubscriptionId' | 'active' | 'startedAt'> | undefined,
): boolean => {
  if (!known?.active || known.billingSubscriptionId === null) return false;
  const later = known.startedAt.getTime() - facts.startedAt.getTime();
  return later > 0 || (later === 0 && known.billingSubscriptionId > facts.id);
};

/** Whether this subscription replaces the known one while that runs: the provider ends the known one. */
export const isReplacedBy = (
  facts: Pick<BilledSubscription, 'id' | 'startedAt'>,
  known: Pick<KnownSubscription, 'billingSubscriptionId' | 'active' | 'startedAt'> | undefined,
): boolean =>
  known?.active === true &&
  known.billingSubscriptionId !== null &&
  known.billingSubscriptionId !== facts.id &&
  !isOlder(facts, known);

/**
 * Whether the unused time of a replaced subscription may be credited: only time that was paid, and whose money has not
 * gone back and is not disputed.
 */
export const isCredited = (replaced: Pick<BilledSubscription, 'isPaid'>, money: PaidMoney): boolean =>
  replaced.isPaid && reversalOf(money) === null && money.openDisputes === 0;
