import { type WaitingClock, waitInRealTime } from '../../foundation/clock.ts';
import { timestamp } from './columns.ts';
import type { Queryable } from './database.ts';
import { statement } from './statement.ts';

const databaseTime = statement({ takes: {}, gives: { now: timestamp } })`select clock_timestamp() as now`;

/**
 * The database's time, advanced by this process's monotonic clock. All servers of one database agree on it, and changes
 * of a machine's system clock have no effect. Call `readAgain` regularly, because monotonic clocks drift.
 */
export async function startDatabaseClock(
  database: Queryable,
): Promise<WaitingClock & { readAgain(): Promise<void> }> {
  let origin = 0;
  const readAgain = async () => {
    const asked = performance.now();
    const { now } = await databaseTime.only(database, {});
    const answered = performance.now();
    origin = now.getTime() - (asked + answered) / 2;
  };
  await readAgain();
  return { now: () => new Date(origin + performance.now()), wait: waitInRealTime, readAgain };
}
