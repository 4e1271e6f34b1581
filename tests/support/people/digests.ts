import type { Earshot } from '../world/earshot.ts';
import { sql } from '../world/sql.ts';

/** Moves the clock on by so many minutes, then runs the job that sends digests and every job that follows. */
export async function digestsAfter(earshot: Earshot, minutes: number): Promise<void> {
  earshot.clock.advance(minutes * 60);
  await sql(earshot.testDatabase.ownerDatabase, "select graphile_worker.add_job('send-digests')");
  await earshot.runJobs();
}
