import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { PayoutDoubt } from '#contract/money/wallet/payout-doubts.ts';
import type { Standing } from '#contract/trust/standing/standing-bounds.ts';

/** The facts that the rule checks before it approves a payout. */
export interface PayoutFacts {
  readonly amountCents: number;
  readonly standing: Standing;
  /** Whether the listener is related to another account by more than a network. */
  readonly isRelated: boolean;
  /** Whether an admin has approved a payout of this listener to this destination before. */
  readonly isSeen: boolean;
  readonly isSuspended: boolean;
  /** Until when payouts to the listener are on hold; null if there never was a hold. */
  readonly heldUntil: Date | null;
  readonly isStopped: boolean;
  /** When the destination frozen into the request was confirmed; null without one. */
  readonly confirmedAt: Date | null;
  /** The rewards in this payout, and the part from artists who have not proven themselves by paying, in cents. */
  readonly earnedCents: number;
  readonly unprovenCents: number;
  /**
   * Whether a payout of the listener was rejected, returned or lost its approval, and no admin has approved one since.
   */
  readonly wasRefused: boolean;
  /** Whether people have read three reviews of the listener and found none that says nothing. */
  readonly isRead: boolean;
  readonly saysNothing: boolean;
  readonly isUnderReview: boolean;
}

const destinationAge = 3 * dayMilliseconds;
/** Most stolen cards are reported within this time. */
export const provenAfter = 30 * dayMilliseconds;

const isYoung = ({ confirmedAt }: PayoutFacts, now: Date): boolean =>
  confirmedAt === null || now.getTime() - confirmedAt.getTime() < destinationAge;

/** Money without a matching reward, for example after a request canceled out of order, counts as unproven. */
const unproven = ({ amountCents, earnedCents, unprovenCents }: PayoutFacts): number =>
  unprovenCents + Math.max(0, amountCents - earnedCents);

const doubts = (
  facts: PayoutFacts,
  belowCents: number,
  now: Date,
): readonly (readonly [PayoutDoubt, boolean])[] => [
  ['amount', facts.amountCents >= belowCents],
  ['standing', facts.standing === 'new'],
  ['related', facts.isRelated],
  ['suspended', facts.isSuspended],
  ['not_seen', !isYoung(facts, now) && !facts.isSeen],
  ['held', facts.isStopped || (facts.heldUntil !== null && facts.heldUntil > now)],
  ['destination', isYoung(facts, now)],
  ['artists', 2 * unproven(facts) > facts.amountCents],
  ['refused_before', facts.wasRefused],
  ['unread', !facts.isRead && !facts.saysNothing],
  ['says_nothing', facts.saysNothing],
  ['under_review', facts.isUnderReview],
];

/** The doubts that prevent an approval by rule; empty if the rule may approve. */
export const doubtsOf = (facts: PayoutFacts, belowCents: number, now: Date): PayoutDoubt[] =>
  doubts(facts, belowCents, now)
    .filter(([, applies]) => applies)
    .map(([doubt]) => doubt);
