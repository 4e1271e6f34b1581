import type { ClusterDecision } from '#contract/operation/admin/admin-clusters.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { lockCluster, memberIds, storeDecision } from './clusters-read-store.ts';
import { refuseOwn } from './refuse-own.ts';

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
