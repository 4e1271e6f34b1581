import type { Queryable } from '../adapters/database/database.ts';
import { relatedTo, type Share } from './evidence-store.ts';

export interface Relation {
  readonly id: string;
  readonly displayName: string;
  readonly shares: Share[];
}

/** The accounts that have something in common with this one, at most twenty, those with the most first. */
export const relationsOf = (db: Queryable, userId: string): Promise<Relation[]> =>
  relatedTo.all(db, { userId });

/** Whether an account is related to another by more than a network, which strangers may share. */
export const hasRelation = async (db: Queryable, userId: string): Promise<boolean> =>
  (await relationsOf(db, userId)).some(({ shares }) => shares.some((share) => share !== 'network'));
