import type { Entry } from '#contract/money/books/books.ts';
import { reasonText } from '#contract/reviewing/reviews/rejection-reasons.ts';
import { decodeNumber, type Page, pageOfNumbered } from '../../foundation/cursor.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { entriesOfAll, entriesOfListener } from './books-store.ts';

const pageSize = 50;

/** Ledger entries, newest first; of one listener if `listenerId` is given. */
export async function listEntries(
  { database }: Pick<Dependencies, 'database'>,
  { cursor, listenerId }: { readonly cursor?: string | undefined; readonly listenerId?: string | undefined },
): Promise<Page<Entry>> {
  const wanted = { before: decodeNumber(cursor), most: pageSize + 1 };
  const rows =
    listenerId === undefined
      ? await entriesOfAll.all(database, wanted)
      : await entriesOfListener.all(database, { ...wanted, listenerId });
  return pageOfNumbered(rows, pageSize, (row) => ({
    ...row,
    reason: row.reason && reasonText(row.reason),
    createdAt: row.createdAt.toISOString(),
  }));
}
