import type { Queryable } from '../adapters/database/database.ts';
import { newestTestUser } from './test-users-store.ts';

/** The email address of the test listener; null if none can sign in. */
export const findTestListener = async (database: Queryable): Promise<string | null> =>
  (await newestTestUser.one(database, {}))?.email ?? null;
