import type { ActivityDetails } from '#contract/identity/activity-details.ts';
import type { ActivityEvent } from '#contract/identity/activity-events.ts';
import { bigint, json, nullable, text, timestamp, uuid } from '../adapters/database/columns.ts';
import type { Queryable } from '../adapters/database/database.ts';
import { statement } from '../adapters/database/statement.ts';

const insert = statement({
  takes: {
    now: timestamp,
    userId: nullable(uuid),
    actorId: nullable(uuid),
    event: text,
    addressPrefix: text,
    details: json<unknown>(),
  },
  gives: {},
})`
  insert into auth_audit (at, user_id, actor_id, event, address_prefix, details)
  values (${'now'}, ${'userId'}, ${'actorId'}, ${'event'}, ${'addressPrefix'}, ${'details'})`;

const forgetOld = statement({ takes: { now: timestamp }, gives: { gone: bigint } })`
  select forget_old_auth_audit(${'now'}) as gone`;

/**
 * Deletes entries older than 180 days; the database itself refuses to delete younger ones. Returns how many were
 * deleted.
 */
export const forgetOldAudit = async (db: Queryable, now: Date): Promise<number> =>
  (await forgetOld.only(db, { now })).gone;

/** Logs an event of an account, without secrets or addresses: `addressPrefix` is a fingerprint. */
export const recordAudit = (
  db: Queryable,
  entry: {
    now: Date;
    userId: string | null;
    /** Who did it, if not the user. */
    actorId?: string | null;
    event: ActivityEvent;
    addressPrefix?: string;
    details?: ActivityDetails;
  },
) =>
  insert.run(db, {
    now: entry.now,
    userId: entry.userId,
    actorId: entry.actorId ?? null,
    event: entry.event,
    addressPrefix: entry.addressPrefix ?? '',
    details: JSON.stringify(entry.details ?? {}),
  });
