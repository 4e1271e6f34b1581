import { integer } from './columns.ts';
import type { Queryable } from './database.ts';
import { statement } from './statement.ts';

const one = statement({ takes: {}, gives: { one: integer } })`select 1 as one`;

/** Resolves if the database responds; rejects with the reason if not. */
export const askDatabase = (database: Queryable): Promise<unknown> => one.only(database, {});
