import { integer, json, uuid } from '../../adapters/database/columns.ts';

/** A row of the exported file, as JSON. */
export const row = json<unknown>();
/** A statement for the user's single row. */
export const own = { takes: { userId: uuid }, gives: { row } } as const;
/** Rows after the position, in order. */
export const paged = {
  takes: { userId: uuid, after: uuid, most: integer },
  gives: { position: uuid, row },
} as const;

/** Before any id. */
export const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * The file name for a track. Titles may be equal, so the id is included; characters that a file system may reject are
 * removed.
 */
export const exportName = (title: string, id: string): string =>
  `${title.replace(/[^\p{L}\p{N} _-]/gu, '').trim()} ${id.slice(0, 8)}`;
