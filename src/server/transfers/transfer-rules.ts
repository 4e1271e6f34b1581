import type { TransferState } from '#contract/payees/destinations.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** An answer that is lost is asked for after this long. */
export const firstQuestionAfter = minute;
/** A provider that has not heard of an order this long after it was sent will not hear of it any more. */
const settledAfter = 10 * minute;
/** What arrived is asked about until then: a bank sends money back days later. */
const returnsWithin = 14 * day;

/**
 * When the provider is asked again how a payout stands: often in the beginning, later once an hour, and once a day about one
 * that has arrived. Null when no more.
 */
export function nextQuestion(transfer: TransferState, sentAt: Date, now: Date): Date | null {
  const age = now.getTime() - sentAt.getTime();
  if (transfer === 'paid') return age < returnsWithin ? new Date(now.getTime() + day) : null;
  const pause = age < 10 * minute ? minute : age < day ? 10 * minute : hour;
  return new Date(now.getTime() + pause);
}

/**
 * Whether an order that its provider has never received may be sent again, under the same key. However often: each time the
 * provider is asked first, and while the platform's balance is too low nothing is sent at all.
 */
export const maySendAgain = (sentAt: Date, now: Date): boolean =>
  now.getTime() - sentAt.getTime() >= settledAfter;
