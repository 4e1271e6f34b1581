import { z } from 'zod';
import { appealLength } from '../../business-rules.ts';
import { call } from '../../call.ts';
import { PageQuery, pageOf } from '../../page.ts';
import { Cents, Id, Timestamp } from '../../primitives.ts';
import { shownText } from '../../shown-text.ts';
import { transferStates } from '../payout-destinations/destinations.ts';

export const Wallet = z.strictObject({
  availableCents: Cents,
  /** Money in open payout requests only. */
  pendingCents: Cents,
  /** Money already paid out for reviews that were reversed later. New rewards settle it first. Zero or negative. */
  owedCents: Cents,
  totalEarningsCents: Cents,
  thisMonthCents: Cents,
  reviewsThisMonth: z.int(),
  /** Money of a payout that an admin withheld, until it is decided finally; null without. */
  underReview: z
    .strictObject({
      payoutId: Id,
      amountCents: Cents,
      /** Why, in the admin's words. */
      sentence: z.string(),
      appeal: z.string().nullable(),
      /** Until when the listener may appeal, once. */
      appealUntil: Timestamp,
    })
    .nullable(),
});
export type Wallet = z.infer<typeof Wallet>;

export const PayoutStatus = z.enum(['pending', 'completed', 'rejected', 'cancelled']);
export type PayoutStatus = z.infer<typeof PayoutStatus>;
export const PayoutRequest = z.strictObject({
  id: Id,
  amountCents: Cents,
  status: PayoutStatus,
  /** Why it was rejected or did not arrive. */
  reason: z.string().nullable(),
  /** The state of the transfer; null for requests from before destinations existed. */
  transfer: z.enum(transferStates).nullable(),
  /** The request's destination, masked; null until its listener chooses one. */
  destination: z.string().nullable(),
  /** It is approved, but would exceed what may be paid in a year without tax details. */
  waitsForTaxDetails: z.literal(true).optional(),
  /** It is approved, and sent once the payouts that wait for its destination reach this amount together. */
  waitsForCents: Cents.optional(),
  /** This server no longer supports its destination's method. */
  isMethodGone: z.literal(true).optional(),
  createdAt: Timestamp,
  processedAt: Timestamp.nullable(),
  /** 1 for the oldest of all pending requests; null once decided, and for test accounts. */
  queuePosition: z.int().positive().nullable(),
  /**
   * The end of the day (UTC) by which a pending request is promised to be decided; null once decided, and while it
   * waits for a destination.
   */
  promisedBy: Timestamp.nullable(),
});
export type PayoutRequest = z.infer<typeof PayoutRequest>;

export const EntryKind = z.enum([
  'reward',
  'reward_reversal',
  'payout_request',
  'payout_completion',
  'payout_rejection',
  'payout_cancellation',
  'payout_return',
  'payout_cost',
  'payout_withheld',
  'withheld_return',
  'correction',
  'test_grant',
]);
export type EntryKind = z.infer<typeof EntryKind>;

/** One ledger entry with its effect on a listener's balances. */
export const Movement = z.strictObject({
  /** The number of the entry. */
  id: z.int().positive(),
  kind: EntryKind,
  createdAt: Timestamp,
  availableCents: Cents,
  pendingCents: Cents,
  owedCents: Cents,
  /** The available balance after the entry. */
  balanceCents: Cents,
  /** The title of the reviewed track. */
  trackTitle: z.string().nullable(),
  reason: z.string().nullable(),
});
export type Movement = z.infer<typeof Movement>;

export const readWallet = call({
  method: 'GET',
  path: '/api/wallet',
  summary: "The caller's balances and sums.",
  spec: [
    'table listener_balances select by listener_id',
    'table reviews select earned_cents and created_at by listener',
  ],
  who: 'listener',
  answer: Wallet,
  status: 200,
  refusals: [],
});

export const listPayoutRequests = call({
  method: 'GET',
  path: '/api/payout-requests',
  summary: "The caller's payout requests, newest first, ten a page.",
  spec: ['table payout_requests select by listener newest first limit 10'],
  who: 'listener',
  query: PageQuery,
  answer: pageOf(PayoutRequest),
  status: 200,
  refusals: [],
});

export const listMovements = call({
  method: 'GET',
  path: '/api/wallet/movements',
  summary: "Every transaction of the caller's money, newest first, with its reason.",
  spec: [],
  who: 'listener',
  query: PageQuery.extend({ size: z.coerce.number().int().min(1).max(200).default(20) }),
  answer: pageOf(Movement),
  status: 200,
  refusals: [],
});

export const requestPayout = call({
  method: 'POST',
  path: '/api/payout-requests',
  summary:
    'Moves the whole available balance into one pending payout request. A repeat returns the same request (200).',
  spec: ['table payout_requests insert', 'table listener_balances update'],
  who: 'listener',
  body: z.strictObject({}),
  answer: PayoutRequest,
  status: 201,
  limit: 'payout',
  refusals: [
    'below_minimum_payout',
    'balance_under_review',
    'account_suspended',
    'key_reused',
    'too_many_requests',
  ],
  idempotencyKey: true,
});

export const appealWithheld = call({
  method: 'POST',
  path: '/api/payout-requests/{payoutId}/appeal',
  summary: "Appeals against the caller's money being under review, once, within 14 days.",
  spec: [],
  who: 'listener',
  params: z.strictObject({ payoutId: Id }),
  body: z.strictObject({ appeal: shownText(appealLength).trim().min(1) }),
  answer: z.strictObject({}),
  status: 200,
  refusals: ['not_found', 'cannot_appeal'],
});

export const cancelPayout = call({
  method: 'POST',
  path: '/api/payout-requests/{payoutId}/cancellation',
  summary: "Cancels the caller's own pending payout request; the money is available again.",
  spec: [],
  who: 'listener',
  params: z.strictObject({ payoutId: Id }),
  body: z.strictObject({}),
  answer: PayoutRequest,
  status: 200,
  refusals: ['not_found', 'already_decided', 'key_reused'],
  idempotencyKey: true,
});
