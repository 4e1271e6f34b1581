import type { RelationKind } from '#contract/trust/linked-accounts/relation-kinds.ts';
import type { Queryable } from '../../adapters/database/database.ts';
import { clusterOfUser } from './cluster-store.ts';
import { linkedUsers, relatedTo } from './evidence-store.ts';

/** Which of these accounts share a browser, mailbox, payee or cluster with an account. A shared network does not count. */
export async function linkedAmong(
  db: Queryable,
  userId: string,
  otherIds: readonly string[],
): Promise<Set<string>> {
  const linked = await linkedUsers.all(db, { userId, otherIds: [...otherIds] });
  return new Set(linked.map((one) => one.userId));
}

export interface Relation {
  readonly id: string;
  readonly displayName: string;
  readonly shares: RelationKind[];
}

/** The accounts that share something with this one, at most twenty, most shared marks first. */
export const relationsOf = (db: Queryable, userId: string): Promise<Relation[]> =>
  relatedTo.all(db, { userId });

/** The cluster of an account and what it shares there; undefined if it is in none. */
export const clusterOf = (db: Queryable, userId: string) => clusterOfUser.one(db, { userId });

/** Whether an account is in a cluster that was not dismissed. */
export async function isInCluster(db: Queryable, userId: string): Promise<boolean> {
  const cluster = await clusterOf(db, userId);
  return cluster !== undefined && cluster.decision !== 'dismissed';
}

/** Whether an account is related to another by more than a network, which strangers may share too. */
export async function hasRelation(db: Queryable, userId: string): Promise<boolean> {
  if (await isInCluster(db, userId)) return true;
  return (await relationsOf(db, userId)).some(({ shares }) => shares.some((share) => share !== 'network'));
}
