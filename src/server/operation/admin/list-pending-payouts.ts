import { promisedPayoutDate } from '#contract/business-rules.ts';
import type { PendingPayout } from '#contract/operation/admin/admin.ts';
import type { Dependencies } from '../../dependencies.ts';
import { decodeCursor, encodeCursor, oldestFirst, type Page } from '../../foundation/cursor.ts';
import { ownAmong } from '../../trust/linked-accounts/refuse-own.ts';
import { duePendingPayouts, firstDuePayout, newestPendingPayouts } from './pending-payouts-store.ts';

const pageSize = 50;
/** How long a payout is flagged after a password recovery (accounts, recovery). */
const resetShownMilliseconds = 72 * 3600 * 1000;
/** The sort position of requests without a promised date: after all others. */
const noDate = new Date('9998-01-01T00:00:00.000Z');

type Row = Awaited<ReturnType<typeof newestPendingPayouts.all>>[number];

interface Asked {
  readonly order: 'newest' | 'due';
  readonly cursor?: string | undefined;
  readonly search?: string | undefined;
}

interface PendingPage extends Page<PendingPayout> {
  readonly oldest: { displayName: string; promisedBy: string } | null;
}

/** Pending payout requests of all listeners, newest first or by promised date, and the earliest one. */
export async function listPendingPayouts(
  { database, clock, config }: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  callerId: string,
  { order, cursor, search }: Asked,
): Promise<PendingPage> {
  const now = clock.now();
  const resetSince = new Date(now.getTime() - resetShownMilliseconds);
  const asked = {
    most: pageSize + 1,
    search: search ?? null,
    resetSince,
    callerId,
    ...(order === 'due' ? decodeCursor(cursor, oldestFirst) : decodeCursor(cursor)),
  };
  const rows = await (order === 'due' ? duePendingPayouts : newestPendingPayouts).all(database, asked);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const position = last && {
    id: last.id,
    createdAt: order === 'due' ? (last.promisedFrom ?? noDate) : last.createdAt,
  };
  const listeners = shown.map(({ listenerId }) => listenerId);
  const own = await ownAmong(database, callerId, listeners);
  const hasRule = config.payouts.ruleBelowCents > 0;
  const first = await firstDuePayout.one(database, {});
  return {
    items: shown.map((row) => ({ ...toPendingPayout(row, now, hasRule), isOwn: own.has(row.listenerId) })),
    nextCursor: position && rows.length > pageSize ? encodeCursor(position) : null,
    oldest: first
      ? {
          displayName: first.displayName,
          promisedBy: promisedPayoutDate(first.promisedFrom).toISOString(),
        }
      : null,
  };
}

function toPendingPayout(row: Row, now: Date, hasRule: boolean): Omit<PendingPayout, 'isOwn'> {
  const { firstApprovedBy, firstApproverName, clusterId, clusterMembers, ...rest } = row;
  const { promisedFrom, heldUntil, completesAt, ...shown } = rest;
  const isHeld = heldUntil !== null && heldUntil > now;
  return {
    ...shown,
    cluster: clusterId === null ? null : { id: clusterId, members: clusterMembers ?? 0 },
    createdAt: row.createdAt.toISOString(),
    firstApprovedBy:
      firstApprovedBy === null ? null : { userId: firstApprovedBy, displayName: firstApproverName ?? '' },
    promisedBy: promisedFrom && promisedPayoutDate(promisedFrom).toISOString(),
    heldUntil: isHeld ? heldUntil.toISOString() : null,
    isReady: row.destination !== null && !isHeld && !row.isStopped && !row.isSuspended,
    completesAt: completesAt?.toISOString() ?? null,
    doubts: hasRule ? row.doubts : [],
  };
}
