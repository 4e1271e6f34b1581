import { restartJob } from '../../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';

/**
 * Runs a failed or given-up job again within seconds. The second of two clicks has no effect.
 * @throws Refusal not_found if there is no such job, or it has succeeded
 */
export function runJobAgain(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  actorId: string,
  jobId: number,
): Promise<void> {
  return database.transaction(async (tx) => {
    const task = await restartJob(tx, jobId);
    if (task === undefined) refuse('not_found');
    if (task === null) return;
    const details = { task, job: jobId };
    await recordAdminAct(tx, { event: 'job_run_again', userId: null, actorId, details }, clock.now());
  });
}
