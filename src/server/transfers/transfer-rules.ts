import type { TransferState } from '#contract/destinations.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** An answer that is lost is asked for after this long. */
export const firstQuestionAfter = minute;
/** A provider that has not heard of an order this long after it was sent will not hear of it any more. */
const settledAfter = 10 * minute;
/** Sent so often and never received: a person has to look. */
const mostAttempts = 5;
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

/** Whether an order that its provider has never received may be sent again, under the same key. */
export const maySendAgain = (
  sent: { readonly attempts: number; readonly sentAt: Date },
  now: Date,
): boolean => sent.attempts < mostAttempts && now.getTime() - sent.sentAt.getTime() >= settledAfter;
