import type { Notice } from '#contract/identity/notices.ts';
import { decodeCursor, type Page, pageOfRows } from '../../foundation/cursor.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { noticesOf } from './notices-store.ts';

const pageSize = 20;

/** The caller's notices, newest first, twenty per page. */
export async function listNotices(
  { database }: Pick<Dependencies, 'database'>,
  userId: string,
  cursor?: string,
): Promise<Page<Notice>> {
  const from = decodeCursor(cursor);
  const rows = await noticesOf.all(database, { userId, ...from, most: pageSize + 1 });
  return pageOfRows(rows, pageSize, ({ readAt, createdAt, ...notice }) => ({
    ...notice,
    isRead: readAt !== null,
    createdAt: createdAt.toISOString(),
  }));
}
