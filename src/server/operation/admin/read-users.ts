import type { UserEntry, UserRecord } from '#contract/operation/admin/admin-users.ts';
import type { Dependencies } from '../../dependencies.ts';
import { decodeCursor, type Page, pageOfRows } from '../../foundation/cursor.ts';
import { refuse } from '../../foundation/refusals.ts';
import { readPayoutHold } from '../../identity/hold-payouts.ts';
import { openSessionsOf } from '../../identity/sessions.ts';
import { clusterOf, relationsOf } from '../../trust/linked-accounts/linked-accounts.ts';
import { standingForAdmin } from '../../trust/standing/read-standing.ts';
import { newestUsers, rolesOfUser, suspendedUsers, userRecord, usersNamed } from './user-records-store.ts';

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

const toUserEntry = (row: Row): UserEntry => ({
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

/** Everything an admin sees of a user, except the marks of their own reviews. @throws Refusal not_found */
export async function readUser(
  deps: Pick<Dependencies, 'database' | 'clock'>,
  userId: string,
  callerId: string,
): Promise<UserRecord> {
  const row = (await userRecord.one(deps.database, { userId })) ?? refuse('not_found');
  const roles = await rolesOfUser.all(deps.database, { userId });
  const related = await relationsOf(deps.database, userId);
  const sessions = await openSessionsOf(deps, { userId, isAdmin: row.isAdmin });
  const hold = await readPayoutHold(deps.database, userId);
  return {
    ...toUserEntry(row),
    bio: row.bio,
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    suspensionReason: row.suspensionReason,
    payoutsStoppedAt: hold?.stoppedAt?.toISOString() ?? null,
    hasSecondFactor: row.hasSecondFactor,
    roles: roles.map(({ role, assignedAt }) => ({ role, assignedAt: assignedAt.toISOString() })),
    money: {
      availableCents: row.availableCents,
      pendingCents: row.pendingCents,
      earnedCents: row.earnedCents,
      paidOutCents: row.paidOutCents,
    },
    reviews: {
      pending: row.reviewsPending,
      approved: row.reviewsApproved,
      rejected: row.reviewsRejected,
      reversed: row.reviewsReversed,
    },
    standing: await standingForAdmin(deps.database, userId, callerId),
    tracks: { active: row.tracksActive, deleted: row.tracksDeleted },
    sessions: sessions.map(({ device, createdAt, lastSeenAt }) => ({ device, createdAt, lastSeenAt })),
    clusterId: (await clusterOf(deps.database, userId))?.id ?? null,
    relatedAccounts: related,
  };
}
