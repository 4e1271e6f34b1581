import { z } from 'zod';
import { moneyReasonLength } from '../../business-rules.ts';
import { call } from '../../call.ts';
import { PageQuery, pageOf } from '../../page.ts';
import { Cents, Id, Timestamp } from '../../primitives.ts';
import { shownText } from '../../shown-text.ts';

/** A fee for payouts that an admin entered from a bill of a payment service or bank. */
export const PayoutCost = z.strictObject({
  id: Id,
  /** Negative if it was refunded. */
  amountCents: Cents,
  reason: z.string(),
  bookedBy: z.string(),
  bookedAt: Timestamp,
});
export type PayoutCost = z.infer<typeof PayoutCost>;

export const listPayoutCosts = call({
  method: 'GET',
  path: '/api/admin/payout-costs',
  summary: 'The cost of payouts so far, and the costs that admins entered, newest first, ten a page.',
  spec: [],
  who: 'admin',
  query: PageQuery,
  answer: pageOf(PayoutCost).extend({
    /** Includes the fees that services reported for single payouts. */
    totalCents: Cents,
  }),
  status: 200,
  refusals: [],
});

export const bookPayoutCost = call({
  method: 'POST',
  path: '/api/admin/payout-costs',
  summary: 'Books what a payment service or a bank charged for payouts, or refunded, according to its bill.',
  spec: [],
  who: 'admin',
  body: z.strictObject({
    amountCents: Cents.refine((cents) => cents !== 0 && Math.abs(cents) <= 100_000_00, 'is not an amount'),
    reason: shownText(moneyReasonLength.most).trim().min(moneyReasonLength.least),
  }),
  answer: z.strictObject({ id: Id }),
  status: 200,
  limit: 'decision',
  refusals: ['key_reused'],
  idempotencyKey: true,
});
