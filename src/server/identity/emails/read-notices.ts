import { mostUnreadCounted, type Notice } from '#contract/identity/notices.ts';
import type { Dependencies } from '../../dependencies.ts';
import { decodeCursor, type Page, pageOfRows } from '../../foundation/cursor.ts';
import { countUnread, markRead, noticesOf } from './notices-store.ts';

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

/** The number of unread notices, counted up to a limit. */
export const countUnreadNotices = (
  { database }: Pick<Dependencies, 'database'>,
  userId: string,
): Promise<{ unread: number }> => countUnread.only(database, { userId, most: mostUnreadCounted });

/** Marks the caller's notices as read, up to the newest one they saw. */
export async function markNoticesRead(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  userId: string,
  upTo: string,
): Promise<Record<string, never>> {
  await markRead.run(database, { userId, upTo, now: clock.now() });
  return {};
}
