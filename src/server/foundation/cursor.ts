import { z } from 'zod';
import { jsonOf } from './json-of.ts';
import { refuse } from './refusals.ts';

/** A position in a list: after the entry with this time and id. */
export interface Position {
  readonly createdAt: Date;
  readonly id: string;
}

const noId = '00000000-0000-0000-0000-000000000000';
/** Before the first entry of a list sorted newest first. */
const newestFirst: Position = { createdAt: new Date('9999-01-01T00:00:00.000Z'), id: noId };
/** Before the first entry of a list sorted oldest first. */
export const oldestFirst: Position = { createdAt: new Date(0), id: noId };

/** The start of a list of numbered entries, above any number. */
const highestNumber = Number.MAX_SAFE_INTEGER;

const Encoded = z.tuple([z.iso.datetime(), z.uuid()]);

/** Encodes a position for clients as base64url, opaque to them. */
export function encodeCursor({ createdAt, id }: Position): string {
  return Buffer.from(JSON.stringify([createdAt.toISOString(), id])).toString('base64url');
}

/**
 * Decodes a cursor; undefined means the start of the list, newest first by default.
 * @throws Refusal malformed if this server did not create it
 */
export function decodeCursor(cursor: string | undefined, start = newestFirst): Position {
  if (cursor === undefined) return start;
  const decoded = Encoded.safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString()));
  if (!decoded.success) return refuseCursor();
  const [createdAt, id] = decoded.data;
  return { createdAt: new Date(createdAt), id };
}

/** One page of a list. */
export interface Page<Item> {
  readonly items: Item[];
  readonly nextCursor: string | null;
}

/** One page from up to `size` + 1 rows. The extra row only shows that the list continues. */
export function pageOfRows<Row extends Position, Item>(
  rows: readonly Row[],
  size: number,
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return {
    items: shown.map(toItem),
    nextCursor: last && rows.length > size ? encodeCursor(last) : null,
  };
}

/** Decodes a cursor of a numbered list: the number before which it continues. @throws Refusal malformed */
export function decodeNumber(cursor: string | undefined): number {
  if (cursor === undefined) return highestNumber;
  const decoded = z
    .int()
    .positive()
    .safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString()));
  return decoded.success ? decoded.data : refuseCursor();
}

/** One page of a list of numbered rows, highest first; like `pageOfRows`. */
export function pageOfNumbered<Row extends { readonly id: number }, Item>(
  rows: readonly Row[],
  size: number,
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return {
    items: shown.map(toItem),
    nextCursor: last && rows.length > size ? Buffer.from(String(last.id)).toString('base64url') : null,
  };
}

const refuseCursor = () =>
  refuse('malformed', { issues: [{ path: 'cursor', message: 'is not a cursor of this list' }] });
