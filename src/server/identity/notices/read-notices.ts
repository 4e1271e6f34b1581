import { mostUnreadCounted } from '#contract/identity/notices.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { countUnread, markRead } from './notices-store.ts';

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
