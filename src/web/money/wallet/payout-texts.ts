import { formatCents } from '#contract/cents.ts';
import { firstStripeTransferCost } from '#contract/money/payout-destinations/destinations.ts';
import type { PayoutRequest } from '#contract/money/wallet/wallet.ts';

/**
 * Pending as secondary, anything but completed as destructive (specification 2, Wallet). Completed is a plain word: only
 * what is not normal is a badge (docs/decisions/where-the-product-departs-from-the-specification.md).
 */
export const badges = {
  completed: 'quiet',
  pending: 'secondary',
  rejected: 'destructive',
  cancelled: 'destructive',
} as const;

/** The page uses one spelling; the API keeps its own. */
export const statusText = ({ status }: PayoutRequest) => (status === 'cancelled' ? 'canceled' : status);

const day = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** A pending request's place and promised date, for example 'No. 3 in the queue, decided by Fri, Mar 6'. */
function queueText({ queuePosition, promisedBy }: PayoutRequest): string | null {
  if (queuePosition === null) return null;
  const place = queuePosition === 1 ? 'Next in the queue' : `No. ${queuePosition} in the queue`;
  return promisedBy === null ? place : `${place}, decided by ${day.format(new Date(promisedBy))}`;
}

/** The state of an approved payout's transfer. */
const transferTexts = {
  waiting: 'Waiting to be sent',
  sending: 'On its way',
  paid: 'Arrived',
  failed: 'Did not arrive',
  checking: 'We’re checking with the payment service whether it arrived',
} as const;

/** What to do if the method is no longer supported, since the destination is frozen. */
const methodGone = {
  pending: 'We no longer pay this way. Choose another destination, cancel this request and request it again.',
  completed:
    'We no longer pay this way. Write to support. We’ll return the money to your balance, and you can request it again.',
} as const;

/** The transfer's state and destination, in words beside the badge. */
function transferText(payout: PayoutRequest): string | null {
  const { amountCents, status, transfer, destination, waitsForTaxDetails, waitsForCents, isMethodGone } =
    payout;
  if (transfer === null || status === 'cancelled') return null;
  if (status === 'rejected') return transfer === 'failed' ? transferTexts.failed : null;
  if (waitsForTaxDetails)
    return 'You’ve reached the yearly amount at which we need your tax details. Write to support. We’ll send this once we have them.';
  if (isMethodGone) return methodGone[status === 'pending' ? 'pending' : 'completed'];
  if (destination === null)
    return status === 'pending'
      ? 'It waits until you say where it should go.'
      : 'Not sent yet: no destination';
  if (waitsForCents !== undefined)
    return `Waits until your payouts to ${destination} reach ${formatCents(waitsForCents)} together, because Stripe would charge ${formatCents(firstStripeTransferCost(amountCents))} to send ${formatCents(amountCents)}. It goes with your next one.`;
  return status === 'pending' ? `Goes to ${destination}` : `${transferTexts[transfer]}: ${destination}`;
}

/** All there is to say about a payout beside its status. */
export const notesOf = (payout: PayoutRequest): string[] =>
  [
    payout.status === 'cancelled' ? 'You canceled it' : queueText(payout),
    transferText(payout),
    payout.reason,
  ].filter((note) => note !== null);

/** Requested or approved, but not with its listener yet. */
export const isUnderWay = ({ status, transfer }: PayoutRequest): boolean =>
  status === 'pending' ||
  (status === 'completed' && transfer !== null && transfer !== 'paid' && transfer !== 'failed');
