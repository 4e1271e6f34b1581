import { double, integer, text, timestamp } from '../database/columns.ts';
import type { Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';

export type LimitOutcome =
  | { readonly taken: true }
  | { readonly taken: false; readonly retryAfterSeconds: number };

const take = statement({
  takes: { bucket: text, now: timestamp, windowSeconds: double, most: integer },
  gives: {},
})`
  insert into rate_limits (bucket, taken_at, expires_at)
  values (${'bucket'}, array[${'now'}::timestamptz], ${'now'}::timestamptz + make_interval(secs => ${'windowSeconds'}))
  on conflict (bucket) do update set
    taken_at = array(
      select taken from unnest(rate_limits.taken_at) as taken
      where taken > ${'now'}::timestamptz - make_interval(secs => ${'windowSeconds'})
    ) || ${'now'}::timestamptz,
    expires_at = excluded.expires_at
  where (
    select count(*) from unnest(rate_limits.taken_at) as taken
    where taken > ${'now'}::timestamptz - make_interval(secs => ${'windowSeconds'})
  ) < ${'most'}::integer`;

const putBack = statement({ takes: { bucket: text, takenAt: timestamp }, gives: {} })`
  update rate_limits set
    taken_at = taken_at[:array_position(taken_at, ${'takenAt'}::timestamptz) - 1]
      || taken_at[array_position(taken_at, ${'takenAt'}::timestamptz) + 1:]
  where bucket = ${'bucket'} and ${'takenAt'}::timestamptz = any (taken_at)`;

const oldest = statement({
  takes: { bucket: text, now: timestamp, windowSeconds: double },
  gives: { takenAt: timestamp },
})`
  select min(taken) as "takenAt" from rate_limits, unnest(taken_at) as taken
  where bucket = ${'bucket'} and taken > ${'now'}::timestamptz - make_interval(secs => ${'windowSeconds'})
  having min(taken) is not null`;

const forget = statement({ takes: { bucket: text }, gives: {} })`
  delete from rate_limits where bucket = ${'bucket'}`;

const forgetExpired = statement({ takes: { now: timestamp }, gives: {} })`
  delete from rate_limits where expires_at <= ${'now'}`;

/**
 * Atomically takes one of at most `most` (1 or more) attempts in any `windowSeconds`: of two concurrent last attempts
 * one succeeds. Stores the time of every attempt, so the limit holds for any span; meant for `most` up to some
 * hundreds. Call it outside the act's transaction, or a refusal would undo the count.
 */
export async function takeFromLimit(
  db: Queryable,
  bucket: string,
  most: number,
  windowSeconds: number,
  now: Date,
): Promise<LimitOutcome> {
  if ((await take.run(db, { bucket, now, windowSeconds, most })) === 1) return { taken: true };
  const first = await oldest.one(db, { bucket, now, windowSeconds });
  const freeAt = (first?.takenAt ?? now).getTime() + (first ? windowSeconds * 1000 : 0);
  return { taken: false, retryAfterSeconds: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000)) };
}

/** Removes the one attempt taken at that time. Others still count. */
export async function giveBackTo(db: Queryable, bucket: string, takenAt: Date): Promise<void> {
  await putBack.run(db, { bucket, takenAt });
}

/** Removes all attempts of a bucket, for example after the right password. */
export async function resetLimit(db: Queryable, bucket: string): Promise<void> {
  await forget.run(db, { bucket });
}

/** Deletes expired entries; for a scheduled job. Returns how many buckets were deleted. */
export const sweepLimits = (db: Queryable, now: Date): Promise<number> => forgetExpired.run(db, { now });
