import type { RelationKind } from '#contract/relation-kinds.ts';
import type { Queryable } from '../adapters/database/database.ts';
import { clusterOfUser } from './cluster-store.ts';
import { relatedTo } from './evidence-store.ts';

export interface Relation {
  readonly id: string;
  readonly displayName: string;
  readonly shares: RelationKind[];
}

/** The accounts that have something in common with this one, at most twenty, those with the most first. */
export const relationsOf = (db: Queryable, userId: string): Promise<Relation[]> =>
  relatedTo.all(db, { userId });

/** The cluster that an account stands in, with what it shares there; undefined where it stands in none. */
export const clusterOf = (db: Queryable, userId: string) => clusterOfUser.one(db, { userId });

/** Whether an account stands in a cluster that nobody has dismissed. */
export async function isInCluster(db: Queryable, userId: string): Promise<boolean> {
  const cluster = await clusterOf(db, userId);
  return cluster !== undefined && cluster.decision !== 'dismissed';
}

/** Whether an account is related to another by more than a network, which strangers may share. */
export async function hasRelation(db: Queryable, userId: string): Promise<boolean> {
  if (await isInCluster(db, userId)) return true;
  return (await relationsOf(db, userId)).some(({ shares }) => shares.some((share) => share !== 'network'));
}
