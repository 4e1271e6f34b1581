import { z } from 'zod';
import { BulkOutcome } from '../../bulk-outcome.ts';
import { call } from '../../call.ts';
import { payoutDoubtCodes } from '../../money/wallet/payout-doubts.ts';
import { PayoutStatus } from '../../money/wallet/wallet.ts';
import { PageQuery, pageOf } from '../../page.ts';
import { Cents, Id, Timestamp } from '../../primitives.ts';
import { shownLine, shownText } from '../../shown-text.ts';

export const PlatformStats = z.strictObject({
  totalUsers: z.int(),
  artists: z.int(),
  listeners: z.int(),
  activeTracks: z.int(),
  totalReviews: z.int(),
  pendingPayouts: z.int(),
  pendingPayoutCents: Cents,
  /** Pending reviews and open appeals. */
  waitingReviews: z.int(),
  /** Reviews that a person is to read: pressed by artists, or chosen for a spot check; at most 1,000. */
  unreadReviews: z.int(),
  /** Payouts whose money is under review and can be decided. */
  withheldPayouts: z.int(),
  /** Pairs of equal recordings that no admin has decided. */
  sameRecordings: z.int(),
  /** Reported things that no admin has decided, and answers to takedowns. */
  openReports: z.int(),
  openClusters: z.int(),
  /** What reviews were paid today (UTC), and what the rules may pay per day; null without a budget. */
  rewardsToday: z.strictObject({ paidCents: Cents, budgetCents: Cents.nullable() }),
});
export type PlatformStats = z.infer<typeof PlatformStats>;

export const PendingPayout = z.strictObject({
  id: Id,
  listenerId: Id,
  displayName: z.string(),
  amountCents: Cents,
  status: PayoutStatus,
  createdAt: Timestamp,
  /** The first approver, if two admins are needed. */
  firstApprovedBy: z.strictObject({ userId: Id, displayName: z.string() }).nullable(),
  /** The listener is the caller or linked to them, so another admin has to decide. */
  isOwn: z.boolean(),
  /** From a test account: only the test provider pays it, and no figure counts it. */
  isTest: z.boolean(),
  /** This listener has never been paid: check their reviews. */
  isFirst: z.boolean(),
  /** The caller has to read some of its reviews before they can approve it. */
  isUnread: z.boolean(),
  /** The listener reset their password within the last 72 hours. */
  recentlyReset: z.boolean(),
  /** Other accounts that share a browser, a mailbox, a payee or a network with this listener, at most twenty. */
  relatedAccounts: z.int(),
  /** The listener's cluster and its size, unless it was dismissed. */
  cluster: z.strictObject({ id: Id, members: z.int() }).nullable(),
  /** Promised decision date; null while it waits for a destination. */
  promisedBy: Timestamp.nullable(),
  /** The destination, masked; null if there is none yet. */
  destination: z.string().nullable(),
  /** Number of other accounts with the same destination. */
  sharedDestination: z.int(),
  /** The destination is confirmed, and no hold is left on it. */
  isReady: z.boolean(),
  /** Until when payouts to this listener are on hold; null without a hold. */
  heldUntil: Timestamp.nullable(),
  /** Someone at one of the account's addresses clicked 'This was not me'. */
  isStopped: z.boolean(),
  isSuspended: z.boolean(),
  /** An approval can be undone until this time. */
  completesAt: Timestamp.nullable(),
  /** Approved by rule rather than by an admin. */
  isByRule: z.boolean(),
  /** What kept the rule from approving it at its last check; empty while the rule is off. */
  doubts: z.array(z.enum(payoutDoubtCodes)),
});
export type PendingPayout = z.infer<typeof PendingPayout>;

export const readPlatformStats = call({
  method: 'GET',
  path: '/api/admin/overview',
  summary: 'The figures of the admin cards.',
  spec: [
    'table profiles select user_type for all rows',
    'table artist_tracks select id where status active',
    'table reviews select id and earned_cents (all)',
  ],
  who: 'admin',
  answer: PlatformStats,
  status: 200,
  refusals: [],
});

export const listPendingPayouts = call({
  method: 'GET',
  path: '/api/admin/payout-requests',
  summary:
    'Pending payout requests with the listener’s display name, newest first or by promised date. The search matches the start of the listener’s name, username or email.',
  spec: ['table payout_requests select where status pending joined to the profile'],
  who: 'admin',
  query: PageQuery.extend({
    search: shownLine(100).trim().min(1).optional(),
    /** `due`: earliest promised date first, those without a destination last. */
    order: z.enum(['newest', 'due']).default('newest'),
  }),
  answer: pageOf(PendingPayout).extend({
    /** The request that is due first. */
    oldest: z.strictObject({ displayName: z.string(), promisedBy: Timestamp }).nullable(),
  }),
  status: 200,
  refusals: [],
});

/** For the listener, or for the record. */
const DecisionReason = shownText(500).trim().min(3);

export const decidePayout = call({
  method: 'POST',
  path: '/api/admin/payout-requests/{payoutId}/decision',
  summary:
    'Approves or rejects a pending payout request, once. An approved request is completed ten seconds later, unless the approval is undone. A rejection needs a reason and returns the money. If two admins are needed, the request stays pending after the first approval.',
  spec: ['table payout_requests update status and processed_at by id'],
  who: 'admin',
  params: z.strictObject({ payoutId: Id }),
  body: z.discriminatedUnion('status', [
    z.strictObject({ status: z.literal('completed') }),
    z.strictObject({ status: z.literal('rejected'), reason: DecisionReason }),
  ]),
  answer: z.strictObject({
    id: Id,
    status: PayoutStatus,
    processedAt: Timestamp.nullable(),
    /** An approval can be undone until this time, when the server completes the payout. */
    completesAt: Timestamp.nullable(),
  }),
  status: 200,
  limit: 'decision',
  refusals: [
    'not_found',
    'own_decision',
    'already_decided',
    'payouts_halted',
    'money_owed',
    'payout_unread',
    'balance_under_review',
    'test_account',
    'key_reused',
  ],
  idempotencyKey: true,
});

export const mostPayoutsAtOnce = 500;
const PayoutIds = z.array(Id).min(1).max(mostPayoutsAtOnce);

export const approvePayouts = call({
  method: 'POST',
  path: '/api/admin/payout-approvals',
  summary: 'Approves many pending payouts, each independently: a refused one doesn’t stop the others.',
  spec: [],
  who: 'admin',
  body: z.strictObject({ payoutIds: PayoutIds }),
  answer: BulkOutcome,
  status: 200,
  takesLong: true,
  limit: 'decision',
  refusals: [],
});

export const rejectPayouts = call({
  method: 'POST',
  path: '/api/admin/payout-rejections',
  summary:
    'Rejects many pending payouts with one reason and returns their money, each independently: a refused one doesn’t stop the others.',
  spec: [],
  who: 'admin',
  body: z.strictObject({ payoutIds: PayoutIds, reason: DecisionReason }),
  answer: BulkOutcome,
  status: 200,
  takesLong: true,
  limit: 'decision',
  refusals: [],
});

export const undoPayoutApprovals = call({
  method: 'POST',
  path: '/api/admin/payout-approvals/undo',
  summary: 'Undoes approvals within ten seconds. The requests are pending again.',
  spec: [],
  who: 'admin',
  body: z.strictObject({ payoutIds: PayoutIds }),
  answer: BulkOutcome,
  status: 200,
  takesLong: true,
  limit: 'decision',
  refusals: [],
});

export const liftPayoutStop = call({
  method: 'POST',
  path: '/api/admin/listeners/{listenerId}/payout-stop/lifting',
  summary: "Resumes a listener's payouts after someone said 'This was not me'.",
  spec: [],
  who: 'admin',
  params: z.strictObject({ listenerId: Id }),
  body: z.strictObject({ reason: DecisionReason }),
  answer: z.strictObject({}),
  status: 200,
  limit: 'decision',
  refusals: ['not_found', 'own_decision'],
});
