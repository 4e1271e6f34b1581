import { integer, json, uuid } from '../adapters/database/columns.ts';

/** What stands in the file, as JSON. */
export const row = json<unknown>();
/** One row of the user. */
export const own = { takes: { userId: uuid }, gives: { row } } as const;
/** Rows behind the position, in its order. */
export const paged = {
  takes: { userId: uuid, after: uuid, most: integer },
  gives: { position: uuid, row },
} as const;
