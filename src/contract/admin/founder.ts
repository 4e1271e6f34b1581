import { z } from 'zod';
import { call } from '../call.ts';
import { Cents, Id, Timestamp } from '../primitives.ts';

const AnyPlan = z.enum(['basic', 'pro', 'unlimited', 'icon']);

/** The money of the running periods: what artists paid for them, what listeners got of it, and the most they may still get. */
const margin = {
  /** After the provider's fees, refunds and disputes. */
  receivedCents: Cents,
  /** For approved reviews of the tracks that took their places from these periods. */
  rewardCents: Cents,
  /** Every review that is included or in the house pool, at the top rate. */
  mostCents: Cents,
};

/** What the platform earns, owes and may still have to pay. Accounts of tests and samples are in none of it. */
export const FounderFigures = z.strictObject({
  /** By the ledger, since the beginning. What went out is negative. */
  plans: z.strictObject({
    paidCents: Cents,
    feeCents: Cents,
    refundCents: Cents,
    disputeCents: Cents,
    /** What is left of the four. */
    receivedCents: Cents,
  }),
  owed: z.strictObject({
    /** In wallets, free to be asked for. */
    availableCents: Cents,
    /** In requests that nobody has decided. */
    pendingCents: Cents,
    /** Approved, and not arrived yet. */
    onTheWayCents: Cents,
    /** What listeners owe after a reversal; negative. */
    owedBackCents: Cents,
  }),
  /** What payment services took for payouts; negative. */
  payoutCostCents: Cents,
  open: z.strictObject({
    places: z.int(),
    pendingReviews: z.int(),
    /** The places at the top rate and the reviews at theirs. */
    mostCents: Cents,
  }),
  /** The running periods by plan, from the cheapest on. */
  byPlan: z.array(z.strictObject({ plan: AnyPlan, artists: z.int(), ...margin })),
  /** The ten artists who leave least. */
  byArtist: z.array(z.strictObject({ userId: Id, displayName: z.string(), plan: AnyPlan, ...margin })),
  /** The last 14 days (UTC), the oldest first: places that uploads asked for, and reviews that were approved. */
  days: z.array(z.strictObject({ day: z.iso.date(), places: z.int(), approved: z.int() })),
  /** Listeners who sent a review in those days, and how many of them were approved for each. */
  listeners: z.int(),
  reviewsPerListener: z.number().nullable(),
  /** Days from an upload of the last 30 days to its last review, for the middle one of those that are full. */
  daysToFill: z.number().nullable(),
  /** Reviews of those 14 days, and how many each rule doubted, the most first. */
  sentReviews: z.int(),
  doubts: z.array(z.strictObject({ rule: z.string(), reviews: z.int() })),
  /** The payout that was asked for first, of all that have not arrived. */
  oldestPayout: z.strictObject({ userId: Id, displayName: z.string(), createdAt: Timestamp }).nullable(),
});
export type FounderFigures = z.infer<typeof FounderFigures>;

export const readFounderFigures = call({
  method: 'GET',
  path: '/api/admin/founder',
  summary:
    'What the platform earns, owes and may still have to pay, how plans and artists do, and how fast tracks fill.',
  spec: [],
  who: 'admin',
  answer: FounderFigures,
  status: 200,
  refusals: [],
});
