import { z } from 'zod';
import { FactorCode, Password } from '../accounts/accounts.ts';
import { call } from '../call.ts';
import { Cents, Timestamp } from '../primitives.ts';

export const createExport = call({
  method: 'POST',
  path: '/api/own-data/export',
  summary:
    "Returns a link to a zip of the caller's own data. It works for ten minutes and only in this session.",
  spec: [],
  who: 'signed_in',
  body: z.strictObject({}),
  answer: z.strictObject({ url: z.string(), expiresAt: Timestamp }),
  status: 201,
  limit: 'export',
  refusals: [],
});

/** What somebody should know before deleting the account. */
export const DeletionOutlook = z.strictObject({
  /** What would be given up. */
  availableCents: Cents,
  /** Payouts that wait for their decision or are under way: they come first. */
  pendingCents: Cents,
  /** Reviews that are not decided yet: what they would earn is given up, too. */
  pendingReviews: z.int(),
  activeTracks: z.int(),
  /** A paid plan that would go on being billed: it has to be canceled first. */
  hasRenewingPlan: z.boolean(),
  /** The provider has not answered a refund yet: it has to first. */
  hasRefundUnderWay: z.boolean(),
  needsCode: z.boolean(),
  isAdmin: z.boolean(),
});
export type DeletionOutlook = z.infer<typeof DeletionOutlook>;

export const readDeletion = call({
  method: 'GET',
  path: '/api/own-data/deletion',
  summary: "What deleting the caller's account would end, and what prevents it.",
  spec: [],
  who: 'signed_in',
  answer: DeletionOutlook,
  status: 200,
  refusals: [],
});

export const deleteAccount = call({
  method: 'POST',
  path: '/api/own-data/deletion',
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
    'plan_renews',
    'admin_account',
  ],
});
