import { z } from 'zod';
import { suspensionReasonLength } from '../../business-rules.ts';
import { call } from '../../call.ts';
import { PageQuery, pageOf } from '../../page.ts';
import { Cents, Id, Timestamp } from '../../primitives.ts';
import { shownLine, shownText } from '../../shown-text.ts';
import { relationKinds } from '../../trust/linked-accounts/relation-kinds.ts';
import { standings } from '../../trust/standing/standing-bounds.ts';

const UserType = z.enum(['artist', 'listener']);

/** A user in a list. */
export const UserEntry = z.strictObject({
  id: Id,
  displayName: z.string(),
  username: z.string(),
  email: z.string(),
  userType: UserType.nullable(),
  isAdmin: z.boolean(),
  /** A Test Kit account, which no figure counts. */
  isTest: z.boolean(),
  joinedAt: Timestamp,
  suspendedAt: Timestamp.nullable(),
});
export type UserEntry = z.infer<typeof UserEntry>;

/** Everything an admin sees of one user. */
export const UserRecord = UserEntry.extend({
  bio: z.string().nullable(),
  confirmedAt: Timestamp.nullable(),
  suspensionReason: z.string().nullable(),
  /** Since when payouts are stopped: someone at one of the account's addresses clicked 'This was not me'. */
  payoutsStoppedAt: Timestamp.nullable(),
  hasSecondFactor: z.boolean(),
  roles: z.array(z.strictObject({ role: z.enum(['user', 'admin']), assignedAt: Timestamp })),
  money: z.strictObject({
    availableCents: Cents,
    pendingCents: Cents,
    earnedCents: Cents,
    paidOutCents: Cents,
  }),
  reviews: z.strictObject({
    pending: z.int(),
    approved: z.int(),
    rejected: z.int(),
    reversed: z.int(),
  }),
  /** For listeners; null before the first decision. */
  standing: z
    .strictObject({
      standing: z.enum(standings),
      usefulness: z.number().nullable(),
      /**
       * Totals of artists' private marks; null for the caller's own account, and while so few that they would reveal
       * who gave them.
       */
      marks: z
        .strictObject({ useful: z.int(), answered: z.int(), notUseful: z.int(), artists: z.int() })
        .nullable(),
    })
    .nullable(),
  tracks: z.strictObject({ active: z.int(), deleted: z.int() }),
  sessions: z.array(z.strictObject({ device: z.string(), createdAt: Timestamp, lastSeenAt: Timestamp })),
  /** The cluster that the account belongs to. */
  clusterId: Id.nullable(),
  /** Other accounts that share something with it, from a browser to a network on the same day. At most twenty. */
  relatedAccounts: z.array(
    z.strictObject({
      id: Id,
      displayName: z.string(),
      shares: z.array(z.enum(relationKinds)),
    }),
  ),
});
export type UserRecord = z.infer<typeof UserRecord>;

export const listUsers = call({
  method: 'GET',
  path: '/api/admin/users',
  summary:
    'Users, newest first. The search matches the start of the name, username or email; a filter selects suspended users.',
  spec: [],
  who: 'admin',
  query: PageQuery.extend({
    search: shownLine(100).trim().min(1).optional(),
    show: z.enum(['all', 'suspended']).optional(),
  }),
  answer: pageOf(UserEntry),
  status: 200,
  refusals: [],
});

export const readUser = call({
  method: 'GET',
  path: '/api/admin/users/{userId}',
  summary: 'One user: profile, roles, balances, counts of reviews and tracks, open sessions.',
  spec: [],
  who: 'admin',
  params: z.strictObject({ userId: Id }),
  answer: UserRecord,
  status: 200,
  refusals: ['not_found'],
});

export const setSuspension = call({
  method: 'PUT',
  path: '/api/admin/users/{userId}/suspension',
  summary:
    'Suspends a user, which ends every session at once, or lifts the suspension, with a reason. An email tells the user, with the reason of a suspension. Admins can’t suspend their own account, or lift the suspension of one linked to it.',
  spec: [],
  who: 'admin',
  params: z.strictObject({ userId: Id }),
  body: z.strictObject({
    suspended: z.boolean(),
    reason: shownText(suspensionReasonLength).trim().min(3),
  }),
  answer: z.strictObject({ suspendedAt: Timestamp.nullable() }),
  status: 200,
  limit: 'decision',
  refusals: ['not_found', 'own_suspension', 'own_decision'],
});
