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

/** Before every id. */
export const beforeAll = '00000000-0000-0000-0000-000000000000';

/** The name of a file of a track. Titles can be alike, so the id is part of it; signs that a file system may refuse are left out. */
export const exportName = (title: string, id: string): string =>
  `${title.replace(/[^\p{L}\p{N} _-]/gu, '').trim()} ${id.slice(0, 8)}`;
