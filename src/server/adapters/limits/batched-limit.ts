import type { Queryable } from '../database/database.ts';
import { type LimitOutcome, takeFromLimit } from './rate-limit.ts';

/** A limit is fetched in this many batches, one statement each. */
const batches = 10;
const mostKept = 10_000;

interface Batch {
  left: number;
  readonly until: number;
}

export interface BatchedLimit {
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
