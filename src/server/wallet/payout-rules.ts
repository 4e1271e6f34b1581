import type { Standing } from '#contract/standing/standing-bounds.ts';
import type { PayoutDoubt } from '#contract/wallet/payout-doubts.ts';

/** What the rule looks at before it approves a payout. */
export interface PayoutFacts {
  readonly amountCents: number;
  readonly standing: Standing;
  /** Whether the listener is related to another account by more than a network. */
  readonly isRelated: boolean;
  /** Whether a person has approved a payout of this listener to this destination before. */
  readonly isSeen: boolean;
  readonly isSuspended: boolean;
  /** Nothing leaves for the listener before; null where nothing was ever held. */
  readonly heldUntil: Date | null;
  readonly isStopped: boolean;
  /** Of the destination that is frozen into the request; null without one. */
  readonly confirmedAt: Date | null;
  /** The rewards that are in this payout, and those of them from artists who have not proven themselves by paying. */
  readonly earnedCents: number;
  readonly unprovenCents: number;
  /** Whether a payout of the listener was rejected, came back, or lost its approval, and no person has approved one since. */
  readonly wasRefused: boolean;
}

const day = 24 * 3600 * 1000;
const destinationAge = 3 * day;
/** A card that was stolen is reported within this time, mostly. */
export const provenAfter = 30 * day;

const isYoung = ({ confirmedAt }: PayoutFacts, now: Date): boolean =>
  confirmedAt === null || now.getTime() - confirmedAt.getTime() < destinationAge;

/** What no reward explains, as after a request that was canceled out of order, counts as earned from nobody who has paid. */
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
];

/** What speaks against approving a payout by rule; nothing, when the rule may. */
export const doubtsOf = (facts: PayoutFacts, belowCents: number, now: Date): PayoutDoubt[] =>
  doubts(facts, belowCents, now)
    .filter(([, applies]) => applies)
    .map(([doubt]) => doubt);
