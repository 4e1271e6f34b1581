import { z } from 'zod';
import { call } from '../../call.ts';
import { Cents, Id, Timestamp } from '../../primitives.ts';

/** A listener's ledger totals of one calendar year (UTC). Opening balance and totals add up to the closing balance. */
export const YearStatement = z.strictObject({
  year: z.int(),
  /** Years with entries and the current year, newest first. */
  years: z.array(z.int()),
  name: z.string(),
  email: z.string(),
  /** Available plus pending, minus what is owed. */
  openingCents: Cents,
  earnedCents: Cents,
  /** Zero or negative. */
  reversedCents: Cents,
  correctedCents: Cents,
  testFundsCents: Cents,
  /** Zero or negative. */
  paidOutCents: Cents,
  returnedCents: Cents,
  closingCents: Cents,
  payouts: z.array(
    z.strictObject({
      payoutId: Id,
      kind: z.enum(['payout_completion', 'payout_return']),
      bookedAt: Timestamp,
      amountCents: Cents,
    }),
  ),
});
export type YearStatement = z.infer<typeof YearStatement>;

export const readYearStatement = call({
  method: 'GET',
  path: '/api/wallet/year-statement',
  summary:
    "The caller's bookings of a calendar year (UTC), for the tax return. Payouts are listed one by one.",
  spec: [],
  who: 'listener',
  query: z.strictObject({ year: z.coerce.number().int().min(2020).max(2100).optional() }),
  answer: YearStatement,
  status: 200,
  refusals: [],
});
