import { z } from 'zod';
import { call } from './call.ts';
import { PageQuery, pageOf } from './page.ts';
import { Cents, Id, Timestamp } from './primitives.ts';

export const Wallet = z.strictObject({
  availableCents: Cents,
  /** Money in running payouts only. */
  pendingCents: Cents,
  totalEarningsCents: Cents,
  thisMonthCents: Cents,
  reviewsThisMonth: z.int(),
});
export type Wallet = z.infer<typeof Wallet>;

export const PayoutStatus = z.enum(['pending', 'completed', 'rejected']);
export const PayoutRequest = z.strictObject({
  id: Id,
  amountCents: Cents,
  status: PayoutStatus,
  reason: z.string().nullable(),
  createdAt: Timestamp,
  processedAt: Timestamp.nullable(),
});
export type PayoutRequest = z.infer<typeof PayoutRequest>;

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

export const requestPayout = call({
  method: 'POST',
  path: '/api/payout-requests',
  summary: 'Moves all available money into one pending payout request.',
  spec: ['table payout_requests insert', 'table listener_balances update'],
  who: 'listener',
  body: z.strictObject({}),
  answer: PayoutRequest,
  status: 201,
  limit: 'payout',
  refusals: ['below_minimum_payout', 'account_suspended', 'key_reused', 'too_many_requests'],
  idempotencyKey: true,
});
