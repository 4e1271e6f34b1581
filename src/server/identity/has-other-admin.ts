import type { Queryable } from '../adapters/database/database.ts';
import { otherAdmin } from './roles-store.ts';

/** Whether somebody else is an admin, suspended or not; test and sample accounts do not count. */
export const hasOtherAdmin = async (db: Queryable, adminId: string): Promise<boolean> =>
  (await otherAdmin.only(db, { adminId })).exists;
