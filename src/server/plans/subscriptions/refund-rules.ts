import { packRefundDays, refundDays } from '#contract/business-rules.ts';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { PlanRefund } from '#contract/operation/admin/admin-billing.ts';

/** The job that asks the provider for decided refunds. Its payload is `{ userId }`. */
export const refundPlanJob = 'refund-plan';

export interface Paid {
  readonly id: string;
  readonly subscriptionId: string;
  readonly amountCents: number;
  readonly paidAt: Date;
  readonly periodEnd: Date;
  /** Refunded, or about to be, in cents. */
  readonly backCents: number;
  readonly openDisputes: number;
  readonly isDecided: boolean;
}

export type RefundRefusal = 'nothing_to_refund' | 'refund_not_first' | 'refund_too_late' | 'refund_disputed';

export function refundState(is: {
  readonly isUnderWay: boolean;
  readonly isRefused: boolean;
  readonly hasFailed: boolean;
}): PlanRefund['state'] {
  if (is.isUnderWay) return 'under_way';
  if (is.isRefused) return 'refused';
  return is.hasFailed ? 'failed' : 'refunded';
}

/** Until when an account's first payment can be refunded. */
export const refundableUntil = (firstPaidAt: Date): Date =>
  new Date(firstPaidAt.getTime() + refundDays * dayMilliseconds);

/**
 * The payments that a refund of the first payment returns: all of the first period, including what an upgrade added. Or
 * the reason why it is not possible.
 */
export function refundOf(
  payments: readonly Paid[],
  now: Date,
): { readonly refused: RefundRefusal } | { readonly payments: readonly Paid[] } {
  const [first] = payments;
  const running = payments.filter(({ periodEnd }) => periodEnd > now);
  if (!first || running.length === 0) return { refused: 'nothing_to_refund' };
  if (
    running.some((payment) => payment.subscriptionId !== first.subscriptionId) ||
    !running.includes(first)
  ) {
    return { refused: 'refund_not_first' };
  }
  if (refundableUntil(first.paidAt) <= now) return { refused: 'refund_too_late' };
  if (running.some(({ openDisputes }) => openDisputes > 0)) return { refused: 'refund_disputed' };
  const left = running.filter(
    ({ amountCents, backCents, isDecided }) => !isDecided && backCents < amountCents,
  );
  return left.length === 0 ? { refused: 'nothing_to_refund' } : { payments: left };
}

export const daysBetweenPackRefunds = 30;

export const packRefundableUntil = (paidAt: Date): Date =>
  new Date(paidAt.getTime() + packRefundDays * dayMilliseconds);

/** Why a pack's money cannot be refunded; null if it can. Its reviews are another question. */
export function packRefusal(
  pack: Pick<Paid, 'amountCents' | 'backCents' | 'openDisputes' | 'paidAt'>,
  now: Date,
): Exclude<RefundRefusal, 'refund_not_first'> | null {
  if (pack.openDisputes > 0) return 'refund_disputed';
  if (pack.backCents >= pack.amountCents) return 'nothing_to_refund';
  return packRefundableUntil(pack.paidAt) <= now ? 'refund_too_late' : null;
}
