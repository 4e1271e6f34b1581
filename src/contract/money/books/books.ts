import { z } from 'zod';
import { moneyReasonLength } from '../../business-rules.ts';
import { call } from '../../call.ts';
import { longestEmailAddress, plainEmail } from '../../identity/email-address.ts';
import { PageQuery, pageOf } from '../../page.ts';
import { Cents, Id, Timestamp } from '../../primitives.ts';
import { shownText } from '../../shown-text.ts';
import { FileMethod } from '../payout-transfers/payout-exports.ts';
import { EntryKind, PayoutStatus } from '../wallet/wallet.ts';
import { type AuditRule, auditRules } from './audit-rules.ts';

export const AuditFinding = z.strictObject({
  rule: z.enum(Object.keys(auditRules) as [AuditRule, ...AuditRule[]]),
  subject: z.string(),
  detail: z.string(),
});
export type AuditFinding = z.infer<typeof AuditFinding>;

/** The latest seal: the number of entries it covers, and their SHA-256 in hex. */
const Seal = z.strictObject({ number: z.int().positive(), entries: z.int(), digest: z.string() });

export const Correction = z.strictObject({
  id: Id,
  listenerId: Id,
  displayName: z.string(),
  amountCents: Cents,
  reason: z.string(),
  status: z.enum(['waiting', 'booked', 'declined']),
  proposedBy: z.strictObject({ userId: Id, displayName: z.string() }),
  proposedAt: Timestamp,
});
export type Correction = z.infer<typeof Correction>;

export const Books = z.strictObject({
  /** The latest run, with its first 100 findings; null before the first. */
  audit: z
    .strictObject({
      ranAt: Timestamp,
      findings: z.array(AuditFinding),
      seal: Seal.nullable(),
    })
    .nullable(),
  /** While set, no payout is completed. */
  halt: z.strictObject({ reason: z.string(), haltedAt: Timestamp }).nullable(),
  /** Approved payouts that are ready for a payout file, by method. */
  toExport: z.array(z.strictObject({ method: FileMethod, count: z.int(), totalCents: Cents })),
  /** A second admin is needed once one admin's acts within 24 hours exceed these amounts; null if one is enough. */
  secondAdminAbove: z.strictObject({ payoutCents: Cents.nullable(), correctionCents: Cents.nullable() }),
  /** The 50 oldest that wait for a second admin. */
  waitingCorrections: z.array(Correction),
});
export type Books = z.infer<typeof Books>;

/** One entry of the ledger as an admin reads it. */
export const Entry = z.strictObject({
  id: z.int().positive(),
  kind: EntryKind,
  createdAt: Timestamp,
  listenerId: Id,
  displayName: z.string(),
  grossCents: Cents,
  /** What it added to the money that the listener has with us; negative if it took some. */
  changeCents: Cents,
  /** The review, payout, correction or grant that it belongs to. */
  sourceId: Id,
  reason: z.string().nullable(),
  /** Null if the platform or a payment service did it. */
  actorName: z.string().nullable(),
  /** Whether a later entry reversed it. */
  isUndone: z.boolean(),
});
export type Entry = z.infer<typeof Entry>;

export const ListenerAccount = z.strictObject({
  listenerId: Id,
  displayName: z.string(),
  availableCents: Cents,
  pendingCents: Cents,
  owedCents: Cents,
  isTest: z.boolean(),
});
export type ListenerAccount = z.infer<typeof ListenerAccount>;

const MoneyReason = shownText(moneyReasonLength.most).trim().min(moneyReasonLength.least);

export const readBooks = call({
  method: 'GET',
  path: '/api/admin/books',
  summary: 'The state of the ledger: the last audit and its seal, the payout halt, and what is waiting.',
  spec: [],
  who: 'admin',
  answer: Books,
  status: 200,
  refusals: [],
});

export const runAudit = call({
  method: 'POST',
  path: '/api/admin/books/audit',
  summary: 'Audits and seals the ledger now. Findings halt payouts.',
  spec: [],
  who: 'admin',
  body: z.strictObject({}),
  answer: Books,
  status: 200,
  limit: 'audit',
  takesLong: true,
  refusals: [],
});

export const liftHalt = call({
  method: 'POST',
  path: '/api/admin/books/halt/lifting',
  summary: 'Audits the ledger. If there are no findings, payouts can be completed again.',
  spec: [],
  who: 'admin',
  body: z.strictObject({ reason: MoneyReason }),
  answer: Books,
  status: 200,
  limit: 'audit',
  takesLong: true,
  refusals: ['not_found', 'books_unclean'],
});

export const listEntries = call({
  method: 'GET',
  path: '/api/admin/books/entries',
  summary: 'The ledger entries of all accounts or of one listener, newest first, 50 a page.',
  spec: [],
  who: 'admin',
  query: PageQuery.extend({ listenerId: Id.optional() }),
  answer: pageOf(Entry),
  status: 200,
  refusals: [],
});

export const findListener = call({
  method: 'GET',
  path: '/api/admin/books/listener',
  summary: 'The balances of the user with this email address.',
  spec: [],
  who: 'admin',
  query: z.strictObject({ email: z.string().overwrite(plainEmail).min(3).max(longestEmailAddress) }),
  answer: ListenerAccount,
  status: 200,
  refusals: ['not_found'],
});

export const correctBalance = call({
  method: 'POST',
  path: '/api/admin/listeners/{listenerId}/corrections',
  summary:
    "Adds to a listener's available balance or deducts from it, never below zero. Above a configured amount, the correction waits for a second admin. The listener sees the reason.",
  spec: [],
  who: 'admin',
  params: z.strictObject({ listenerId: Id }),
  body: z.strictObject({
    amountCents: Cents.refine((cents) => cents !== 0 && Math.abs(cents) <= 100_000_00, 'is not an amount'),
    reason: MoneyReason,
  }),
  answer: z.strictObject({ id: Id, status: Correction.shape.status }),
  status: 200,
  limit: 'decision',
  refusals: ['not_found', 'own_decision', 'below_zero', 'key_reused'],
  idempotencyKey: true,
});

export const decideCorrection = call({
  method: 'POST',
  path: '/api/admin/corrections/{correctionId}/decision',
  summary: 'Books or declines a correction that another admin proposed. Admins may decline their own.',
  spec: [],
  who: 'admin',
  params: z.strictObject({ correctionId: Id }),
  body: z.strictObject({ status: z.enum(['booked', 'declined']) }),
  answer: z.strictObject({ id: Id, status: Correction.shape.status }),
  status: 200,
  limit: 'decision',
  refusals: [
    'not_found',
    'own_decision',
    'already_decided',
    'second_admin_needed',
    'below_zero',
    'key_reused',
  ],
  idempotencyKey: true,
});

export const reverseReview = call({
  method: 'POST',
  path: '/api/admin/reviews/{reviewId}/reversal',
  summary:
    'Reverses the reward of an approved review. If the balance does not cover it, the listener owes the rest.',
  spec: [],
  who: 'admin',
  params: z.strictObject({ reviewId: Id }),
  body: z.strictObject({ reason: MoneyReason }),
  answer: z.strictObject({ id: Id, status: z.literal('reversed') }),
  status: 200,
  limit: 'decision',
  refusals: ['not_found', 'own_decision', 'already_decided', 'key_reused'],
  idempotencyKey: true,
});

export const returnPayout = call({
  method: 'POST',
  path: '/api/admin/payout-requests/{payoutId}/return',
  summary: 'Reverses a completed payout that the bank returned. The money is available again.',
  spec: [],
  who: 'admin',
  params: z.strictObject({ payoutId: Id }),
  body: z.strictObject({ reason: MoneyReason }),
  answer: z.strictObject({ id: Id, status: PayoutStatus, returnedAt: Timestamp }),
  status: 200,
  limit: 'decision',
  refusals: ['not_found', 'own_decision', 'already_decided', 'key_reused'],
  idempotencyKey: true,
});
