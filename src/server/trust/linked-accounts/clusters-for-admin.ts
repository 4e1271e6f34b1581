import {
  type Cluster,
  type ClusterDecision,
  type ClusterEntry,
  mostClusterMembers,
} from '#contract/operation/admin/admin-clusters.ts';
import type { Queryable, Transaction } from '../../adapters/database/database.ts';
import { decodeCursor, type Page, pageOfRows } from '../../foundation/cursor.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { linksOf } from './cluster-link-rules.ts';
import { actsAmong, marksOfPeople } from './cluster-store.ts';
import {
  clusterById,
  decidedClusters,
  lockCluster,
  memberIds,
  membersOfCluster,
  openClusters,
  storeDecision,
} from './clusters-read-store.ts';
import { ownAmong, refuseOwn } from './refuse-own.ts';

const pageSize = 30;

/** Lists clusters: undecided ones newest first, or decided ones by their latest decision. */
export async function listClusters(
  db: Queryable,
  { view, cursor }: { readonly view: 'open' | 'decided'; readonly cursor?: string | undefined },
): Promise<Page<ClusterEntry>> {
  const statement = view === 'open' ? openClusters : decidedClusters;
  const rows = await statement.all(db, { ...decodeCursor(cursor), most: pageSize + 1 });
  const placed = rows.map((row) => ({ id: row.id, createdAt: row.decidedAt ?? row.foundAt, row }));
  return pageOfRows(placed, pageSize, ({ row: { decidedAt: _, ...row } }) => ({
    ...row,
    foundAt: row.foundAt.toISOString(),
  }));
}

/** One cluster with the evidence between its members. @throws Refusal not_found */
export async function readCluster(db: Queryable, callerId: string, id: string): Promise<Cluster> {
  const cluster = (await clusterById.one(db, { id })) ?? refuse('not_found');
  const members = await membersOfCluster.all(db, { id, most: mostClusterMembers });
  const userIds = members.map(({ userId }) => userId);
  const { decision, decidedAt, decidedBy, note } = cluster;
  return {
    id,
    foundAt: cluster.foundAt.toISOString(),
    changedAt: cluster.changedAt.toISOString(),
    members: members.map((member) => ({
      ...member,
      joinedAt: member.joinedAt.toISOString(),
      suspendedAt: member.suspendedAt?.toISOString() ?? null,
    })),
    links: linksOf(await marksOfPeople.all(db, { userIds }), await actsAmong.all(db, { userIds })),
    decided: decision &&
      decidedAt && { decision, at: decidedAt.toISOString(), by: decidedBy ?? '', reason: note ?? '' },
    isOwn: (await ownAmong(db, callerId, await allMembers(db, id))).size > 0,
  };
}

/** Including those that the page does not list. */
const allMembers = async (db: Queryable, id: string): Promise<string[]> =>
  (await memberIds.all(db, { id })).map(({ userId }) => userId);

export interface DecidedCluster {
  readonly clusterId: string;
  readonly decision: ClusterDecision;
  readonly userIds: readonly string[];
  readonly reason: string;
}

/**
 * Records the decision about a cluster and returns which of the named accounts it applies to. Admins cannot decide a
 * cluster with an account of theirs or one linked to it.
 * @throws Refusal not_found, own_decision
 */
export async function recordClusterDecision(
  tx: Transaction,
  actorId: string,
  { clusterId, decision, userIds, reason }: DecidedCluster,
  now: Date,
): Promise<string[]> {
  if (!(await lockCluster.one(tx, { id: clusterId }))) refuse('not_found');
  const members = new Set((await memberIds.all(tx, { id: clusterId })).map(({ userId }) => userId));
  await refuseOwn(tx, actorId, [...members]);
  const concerned = [...new Set(userIds)].filter((id) => members.has(id));
  if (concerned.length === 0) refuse('not_found');
  await storeDecision.run(tx, { id: clusterId, decision, decidedBy: actorId, note: reason, now });
  const details = { cluster: clusterId, people: concerned.length, reason };
  await recordAdminAct(tx, { event: `cluster_${decision}`, userId: null, actorId, details }, now);
  return concerned;
}
