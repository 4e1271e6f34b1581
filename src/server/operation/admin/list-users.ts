import type { UserEntry } from '#contract/operation/admin/admin-users.ts';
import { decodeCursor, type Page, pageOfRows } from '../../foundation/cursor.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { newestUsers, suspendedUsers, usersNamed } from './user-records-store.ts';

const pageSize = 50;

interface Asked {
  readonly search?: string | undefined;
  readonly show?: 'all' | 'suspended' | undefined;
  readonly cursor?: string | undefined;
}

/** Users, the newest first. */
export async function listUsers(
  { database }: Pick<Dependencies, 'database'>,
  { search, show, cursor }: Asked,
): Promise<Page<UserEntry>> {
  const place = { ...decodeCursor(cursor), most: pageSize + 1 };
  const rows = await (show === 'suspended'
    ? suspendedUsers.all(database, { ...place, search: search ?? null })
    : search === undefined
      ? newestUsers.all(database, place)
      : usersNamed.all(database, { ...place, search }));
  return pageOfRows(rows, pageSize, toUserEntry);
}

type Row = Awaited<ReturnType<typeof newestUsers.only>>;

export const toUserEntry = (row: Row): UserEntry => ({
  id: row.id,
  displayName: row.displayName,
  username: row.username,
  email: row.email,
  userType: row.userType,
  isAdmin: row.isAdmin,
  isTest: row.isTest,
  joinedAt: row.createdAt.toISOString(),
  suspendedAt: row.suspendedAt?.toISOString() ?? null,
});
