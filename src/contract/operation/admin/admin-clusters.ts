import { z } from 'zod';
import { call } from '../../call.ts';
import { PageQuery, pageOf } from '../../page.ts';
import { Cents, Id, Timestamp } from '../../primitives.ts';
import { shownText } from '../../shown-text.ts';
import { relationKinds } from '../../trust/linked-accounts/relation-kinds.ts';

const Kind = z.enum(relationKinds);

export const ClusterDecision = z.enum(['suspended', 'dismissed']);
export type ClusterDecision = z.infer<typeof ClusterDecision>;

/** A cluster of accounts in a list. */
export const ClusterEntry = z.strictObject({
  id: Id,
  members: z.int(),
  foundAt: Timestamp,
  /** The first members, by name. */
  names: z.array(z.string()),
  kinds: z.array(Kind),
  /** Total of its members' pending payout requests. */
  pendingPayoutCents: Cents,
  decision: ClusterDecision.nullable(),
});
export type ClusterEntry = z.infer<typeof ClusterEntry>;

/** One member of a cluster, with everything needed for a decision. */
export const ClusterMember = z.strictObject({
  userId: Id,
  displayName: z.string(),
  joinedAt: Timestamp,
  suspendedAt: Timestamp.nullable(),
  /** At least two. */
  kinds: z.array(Kind).min(2),
  approvedReviews: z.int(),
  pendingReviews: z.int(),
  availableCents: Cents,
  pendingPayoutCents: Cents,
  paidOutCents: Cents,
});
export type ClusterMember = z.infer<typeof ClusterMember>;

/** A piece of evidence: what these members of the cluster have in common. */
export const ClusterLink = z.strictObject({ kind: Kind, userIds: z.array(Id).min(2) });
export type ClusterLink = z.infer<typeof ClusterLink>;

export const Cluster = z.strictObject({
  id: Id,
  foundAt: Timestamp,
  changedAt: Timestamp,
  members: z.array(ClusterMember),
  links: z.array(ClusterLink),
  decided: z
    .strictObject({ decision: ClusterDecision, at: Timestamp, by: z.string(), reason: z.string() })
    .nullable(),
  /** The caller is a member, so another admin has to decide. */
  isOwn: z.boolean(),
});
export type Cluster = z.infer<typeof Cluster>;

export const listClusters = call({
  method: 'GET',
  path: '/api/admin/clusters',
  summary:
    'Clusters of linked accounts: open ones, latest found first, or decided ones, latest decision first.',
  spec: [],
  who: 'admin',
  query: PageQuery.extend({ view: z.enum(['open', 'decided']) }),
  answer: pageOf(ClusterEntry),
  status: 200,
  refusals: [],
});

export const readCluster = call({
  method: 'GET',
  path: '/api/admin/clusters/{clusterId}',
  summary: 'One cluster: each person with at least two kinds of evidence, and what they have in common.',
  spec: [],
  who: 'admin',
  params: z.strictObject({ clusterId: Id }),
  answer: Cluster,
  status: 200,
  refusals: ['not_found'],
});

export const mostClusterMembers = 500;

export const decideCluster = call({
  method: 'POST',
  path: '/api/admin/clusters/{clusterId}/decision',
  summary:
    'Decides a cluster, once for all named people. suspended: ends their sessions, rejects their pending reviews and returns their pending payouts. dismissed: lifts the suspensions of an earlier decision, and changes nothing else.',
  spec: [],
  who: 'admin',
  params: z.strictObject({ clusterId: Id }),
  body: z.strictObject({
    decision: ClusterDecision,
    /** The accounts it applies to; the other members are left alone. */
    userIds: z.array(Id).min(1).max(mostClusterMembers),
    reason: shownText(500).trim().min(3),
  }),
  /** The outcome for each account: done, or the code of the refusal. */
  answer: z.strictObject({
    decision: ClusterDecision,
    outcomes: z.array(z.strictObject({ id: Id, outcome: z.string() })),
  }),
  status: 200,
  limit: 'decision',
  refusals: ['not_found', 'own_decision'],
  takesLong: true,
});
