import type { ActivityEntry } from '#contract/identity/activity.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Page } from '../../foundation/cursor.ts';
import { refuse } from '../../foundation/refusals.ts';
import { activityOfEvent, activityOfUser, allActivity } from './activity-store.ts';

const pageSize = 50;

interface Asked {
  readonly event?: string | undefined;
  readonly about?: string | undefined;
  readonly cursor?: string | undefined;
}

type Row = Awaited<ReturnType<typeof allActivity.only>>;

/** The activity log, newest first. The cursor is the number of the last entry shown. */
export async function listActivity(
  { database }: Pick<Dependencies, 'database'>,
  asked: Asked,
): Promise<Page<ActivityEntry>> {
  const rows = await readRows(database, asked);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    items: shown.map(toEntry),
    nextCursor: last && rows.length > pageSize ? String(last.id) : null,
  };
}

function readRows(
  database: Dependencies['database'],
  { event, about, cursor = String(Number.MAX_SAFE_INTEGER) }: Asked,
): Promise<Row[]> {
  const before = /^\d{1,16}$/.test(cursor) ? Number(cursor) : undefined;
  if (before === undefined) {
    return refuse('malformed', { issues: [{ path: 'cursor', message: 'is not a cursor of this list' }] });
  }
  const page = { before, most: pageSize + 1 };
  if (about !== undefined) {
    return activityOfUser.all(database, { ...page, userId: about, event: event ?? null });
  }
  return event === undefined
    ? allActivity.all(database, page)
    : activityOfEvent.all(database, { ...page, event });
}

const toEntry = (row: Row): ActivityEntry => ({
  id: String(row.id),
  at: row.at.toISOString(),
  event: row.event,
  user: row.userId === null ? null : { id: row.userId, displayName: row.userName ?? '' },
  actor: row.actorId === null ? null : { id: row.actorId, displayName: row.actorName ?? '' },
  network: row.network,
  details: row.details,
});
