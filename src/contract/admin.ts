import { z } from 'zod';
import { call } from './call.ts';
import { PageQuery, pageOf } from './page.ts';
import { Cents, Id, Timestamp } from './primitives.ts';
import { shownLine, shownText } from './shown-text.ts';
import { PayoutStatus } from './wallet.ts';

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
});
export type PlatformStats = z.infer<typeof PlatformStats>;

export const PendingPayout = z.strictObject({
  id: Id,
  listenerId: Id,
  displayName: z.string(),
  amountCents: Cents,
  status: PayoutStatus,
  createdAt: Timestamp,
  /** Who approved it first, where two admins are needed. */
  firstApprovedBy: z.strictObject({ userId: Id, displayName: z.string() }).nullable(),
  /** Of a test account: it can only be rejected, and counts in no figure. */
  isTest: z.boolean(),
  /** This listener was never paid before: their reviews are to be checked. */
  isFirst: z.boolean(),
  /** The listener's password was recovered within the last 72 hours. */
  recentlyReset: z.boolean(),
  /** Other accounts that share a browser, a mailbox, a payee or a network with this listener, at most twenty. */
  relatedAccounts: z.int(),
  /** The cluster that the listener stands in, and how many are in it, unless it was dismissed. */
  cluster: z.strictObject({ id: Id, members: z.int() }).nullable(),
});
export type PendingPayout = z.infer<typeof PendingPayout>;

export const readPlatformStats = call({
  method: 'GET',
  path: '/api/admin/stats',
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
    'Pending payout requests with the display name of their listener, newest first; narrowed to listeners whose name, username or e-mail begins with the search.',
  spec: ['table payout_requests select where status pending joined to the profile'],
  who: 'admin',
  query: PageQuery.extend({ search: shownLine(100).trim().min(1).optional() }),
  answer: pageOf(PendingPayout),
  status: 200,
  refusals: [],
});

export const decidePayout = call({
  method: 'POST',
  path: '/api/admin/payout-requests/{payoutId}/decision',
  summary:
    'Completes or rejects a pending payout request, once. A rejection needs a reason and returns the money. Where two ' +
    'admins are needed the first approval leaves it pending.',
  spec: ['table payout_requests update status and processed_at by id'],
  who: 'admin',
  params: z.strictObject({ payoutId: Id }),
  body: z.discriminatedUnion('status', [
    z.strictObject({ status: z.literal('completed') }),
    z.strictObject({ status: z.literal('rejected'), reason: shownText(500).trim().min(3) }),
  ]),
  answer: z.strictObject({ id: Id, status: PayoutStatus, processedAt: Timestamp.nullable() }),
  status: 200,
  limit: 'decision',
  refusals: [
    'not_found',
    'own_decision',
    'already_decided',
    'payouts_halted',
    'money_owed',
    'test_account',
    'key_reused',
  ],
  idempotencyKey: true,
});
