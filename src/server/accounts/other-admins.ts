import type { Queryable } from '../adapters/database/database.ts';
import { adminsBeside } from './roles-store.ts';

/** Ids of the other admins, suspended ones included, without test accounts. */
export const otherAdmins = async (db: Queryable, adminId: string): Promise<readonly string[]> =>
  (await adminsBeside.all(db, { adminId })).map(({ id }) => id);
