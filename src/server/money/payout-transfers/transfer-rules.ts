import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { TransferState } from '#contract/money/payout-destinations/destinations.ts';

const minute = 60_000;
const hour = 60 * minute;

/** How long to wait before asking about a lost response. */
export const firstQuestionAfter = minute;
/** After this long, an order that the provider does not know will never arrive there. */
const settledAfter = 10 * minute;
/** Payouts that arrived are asked about for this long, because banks return money days later. */
const returnsWithin = 14 * dayMilliseconds;

/**
 * When to ask the provider about a payout again: often at first, later hourly, and daily once it has arrived. Null if
 * never.
 */
export function nextQuestion(transfer: TransferState, sentAt: Date, now: Date): Date | null {
  const age = now.getTime() - sentAt.getTime();
  if (transfer === 'paid') return age < returnsWithin ? new Date(now.getTime() + dayMilliseconds) : null;
  const pause = age < 10 * minute ? minute : age < dayMilliseconds ? 10 * minute : hour;
  return new Date(now.getTime() + pause);
}

/**
 * Whether an order that its provider never received may be sent again, with the same key. There is no limit: the
 * provider is always asked first, and nothing is sent while the platform's balance is too low.
 */
export const maySendAgain = (sentAt: Date, now: Date): boolean =>
  now.getTime() - sentAt.getTime() >= settledAfter;
