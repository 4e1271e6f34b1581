import { double, integer, text, timestamp } from './columns.ts';
import type { Queryable } from './database.ts';
import { statement } from './statement.ts';

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

/** A limit is fetched in this many batches, one statement each. */
const batches = 10;
const mostKept = 10_000;

interface Batch {
  left: number;
  readonly until: number;
}

interface BatchedLimit {
  /** @param times how many times the limit this bucket may use */
  take(db: Queryable, bucket: string, now: Date, times?: number): Promise<LimitOutcome>;
}

/**
 * A limit for very frequent calls. Each server takes a tenth of it from the database at a time and spends that locally,
 * so a tenth of the limit costs one statement. All servers together never exceed the limit; what a server does not
 * spend within the span is lost to the caller.
 */
export function batchedLimit({ most, seconds }: { most: number; seconds: number }): BatchedLimit {
  const taken = new Map<string, Batch>();
  const taking = new Map<string, Promise<LimitOutcome>>();

  const takeBatch = async (
    db: Queryable,
    bucket: string,
    now: Date,
    times: number,
  ): Promise<LimitOutcome> => {
    const mostOfBucket = most * times;
    const size = Math.max(1, Math.floor(mostOfBucket / batches));
    const mostBatches = Math.max(1, Math.floor(mostOfBucket / size));
    const outcome = await takeFromLimit(db, bucket, mostBatches, seconds, now);
    if (outcome.taken) {
      if (taken.size >= mostKept) forgetOver(taken, now.getTime());
      taken.set(bucket, { left: size - 1, until: now.getTime() + seconds * 1000 });
    }
    return outcome;
  };

  return {
    take: async (db, bucket, now, times = 1) => {
      for (;;) {
        const batch = taken.get(bucket);
        if (batch && batch.left > 0 && batch.until > now.getTime()) {
          batch.left -= 1;
          return { taken: true };
        }
        // Concurrent calls share one batch. With one batch each, most would go unused.
        const running = taking.get(bucket);
        if (!running) break;
        const outcome = await running;
        if (!outcome.taken) return outcome;
      }
      const running = takeBatch(db, bucket, now, times).finally(() => taking.delete(bucket));
      taking.set(bucket, running);
      return running;
    },
  };
}

/** Drops expired batches; if that is not enough, the oldest half, which only costs statements. */
function forgetOver(taken: Map<string, Batch>, time: number): void {
  for (const [bucket, { until }] of taken) if (until <= time) taken.delete(bucket);
  let toDrop = taken.size - mostKept / 2;
  for (const bucket of taken.keys()) {
    if (toDrop <= 0) return;
    taken.delete(bucket);
    toDrop -= 1;
  }
}
