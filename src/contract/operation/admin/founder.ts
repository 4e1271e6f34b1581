import { z } from 'zod';
import { call } from '../../call.ts';
import { Cents, Id, Timestamp } from '../../primitives.ts';

const Sold = z.enum(['basic', 'pro', 'unlimited', 'icon', 'pack']);

/**
 * The money of running plan periods and packs: what artists paid for them, what their reviews have cost, and the most
 * they may cost.
 */
const margin = {
  /** After the provider's fees, refunds and disputes. */
  receivedCents: Cents,
  /** Paid for approved reviews of these. */
  rewardCents: Cents,
  /** The cost if every review, and what missed dates may add, is paid at the top rate. */
  mostCents: Cents,
};

/** What the platform earns, owes and may still have to pay. Test accounts are left out, and samples unless asked for. */
export const FounderFigures = z.strictObject({
  /** All-time ledger totals. Outgoing amounts are negative. */
  plans: z.strictObject({
    paidCents: Cents,
    feeCents: Cents,
    refundCents: Cents,
    disputeCents: Cents,
    /** The sum of the four. */
    receivedCents: Cents,
  }),
  owed: z.strictObject({
    /** In wallets, available for a payout request. */
    availableCents: Cents,
    /** In payout requests that are not decided yet. */
    pendingCents: Cents,
    /** Approved payouts that have not arrived yet. */
    onTheWayCents: Cents,
    /** What listeners owe after a reversal; negative. */
    owedBackCents: Cents,
  }),
  /** Fees that payment services took for payouts; negative. */
  payoutCostCents: Cents,
  open: z.strictObject({
    places: z.int(),
    pendingReviews: z.int(),
    /** Open places at the top rate plus pending reviews at their own rates. */
    mostCents: Cents,
  }),
  /** By what was sold, cheapest first. */
  bySold: z.array(z.strictObject({ sold: Sold, artists: z.int(), ...margin })),
  /** The ten artists with the lowest margin. */
  byArtist: z.array(z.strictObject({ userId: Id, displayName: z.string(), sold: Sold, ...margin })),
  /** The last 14 days (UTC), oldest first: reviews that artists assigned, and approved ones. */
  days: z.array(z.strictObject({ day: z.iso.date(), places: z.int(), approved: z.int() })),
  /** Listeners who sent a review in those days, and approved reviews per listener. */
  listeners: z.int(),
  reviewsPerListener: z.number().nullable(),
  /** Median days from upload to last review, over the full tracks uploaded in the last 30 days. */
  daysToFill: z.number().nullable(),
  /** Reviews sent in those 14 days, and how many of them each rule doubted, most first. */
  sentReviews: z.int(),
  doubts: z.array(z.strictObject({ rule: z.string(), reviews: z.int() })),
  /** The earliest requested payout that has not arrived. */
  oldestPayout: z.strictObject({ userId: Id, displayName: z.string(), createdAt: Timestamp }).nullable(),
});
export type FounderFigures = z.infer<typeof FounderFigures>;

export const readFounderFigures = call({
  method: 'GET',
  path: '/api/admin/founder',
  summary:
    'What the platform earns, owes and may still have to pay; the results of plans and artists; and how fast tracks get their reviews.',
  spec: [],
  who: 'admin',
  query: z.strictObject({ samples: z.literal('with').optional() }),
  answer: FounderFigures,
  status: 200,
  refusals: [],
});
