import type { Queryable } from '../adapters/database/database.ts';
import { newestTestUser } from './test-users-store.ts';

/** The address of the test listener that was made last; null while there is none. */
export const findTestListener = async (database: Queryable): Promise<string | null> =>
  (await newestTestUser.one(database, {}))?.email ?? null;
