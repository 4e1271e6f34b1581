import type { UserEntry } from '#contract/admin-users.ts';
import { decodeCursor, type Page, pageOfRows } from '../cursor.ts';
import type { Dependencies } from '../dependencies.ts';
import { newestUsers, suspendedUsers } from './user-records-store.ts';

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
  const users = show === 'suspended' ? suspendedUsers : newestUsers;
  const asked = { ...decodeCursor(cursor), search: search ?? null, most: pageSize + 1 };
  return pageOfRows(await users.all(database, asked), pageSize, toUserEntry);
}

type Row = Awaited<ReturnType<typeof newestUsers.only>>;

export const toUserEntry = (row: Row): UserEntry => ({
  id: row.id,
  displayName: row.displayName,
  username: row.username,
  email: row.email,
  userType: row.userType,
  isAdmin: row.isAdmin,
  joinedAt: row.createdAt.toISOString(),
  suspendedAt: row.suspendedAt?.toISOString() ?? null,
});
