import { z } from 'zod';
import { call } from '../../call.ts';
import { FactorCode, Password } from '../../identity/accounts.ts';
import { Cents, Timestamp } from '../../primitives.ts';

export const createExport = call({
  method: 'POST',
  path: '/api/personal-data/export',
  summary:
    "Returns a link to a zip of the caller's personal data, given the password. It works once, for ten minutes, and only in this session.",
  spec: [],
  who: 'signed_in',
  body: z.strictObject({ password: Password, code: FactorCode.optional() }),
  answer: z.strictObject({ url: z.string(), expiresAt: Timestamp }),
  status: 201,
  limit: 'export',
  refusals: ['wrong_password', 'second_factor_needed', 'wrong_code', 'code_used', 'too_many_requests'],
});

/** What a user should know before deleting the account. */
export const DeletionOutlook = z.strictObject({
  /** Balance that would be forfeited. */
  availableCents: Cents,
  /** Payouts that are undecided or under way. They have to finish first. */
  pendingCents: Cents,
  /** Reviews that are not decided yet. Their rewards would be forfeited, too. */
  pendingReviews: z.int(),
  activeTracks: z.int(),
  /** A paid plan that would keep renewing. It has to be canceled first. */
  hasRenewingPlan: z.boolean(),
  /** A refund that the provider has not confirmed yet. It has to finish first. */
  hasRefundUnderWay: z.boolean(),
  needsCode: z.boolean(),
  isAdmin: z.boolean(),
});
export type DeletionOutlook = z.infer<typeof DeletionOutlook>;

export const readDeletion = call({
  method: 'GET',
  path: '/api/personal-data/deletion',
  summary: "What deleting the caller's account would end, and what prevents it.",
  spec: [],
  who: 'signed_in',
  answer: DeletionOutlook,
  status: 200,
  refusals: [],
});

export const deleteAccount = call({
  method: 'POST',
  path: '/api/personal-data/deletion',
  summary: "Deletes the caller's account. The request names the balance given up, which must match.",
  spec: [],
  who: 'signed_in',
  body: z.strictObject({
    password: Password,
    code: FactorCode.optional(),
    confirmation: z.literal('DELETE'),
    forfeitCents: Cents.min(0),
  }),
  answer: z.strictObject({}),
  status: 200,
  refusals: [
    'wrong_password',
    'second_factor_needed',
    'wrong_code',
    'code_used',
    'too_many_requests',
    'payout_pending',
    'balance_changed',
    'refund_under_way',
    'payment_under_way',
    'plan_renews',
    'admin_account',
  ],
});
