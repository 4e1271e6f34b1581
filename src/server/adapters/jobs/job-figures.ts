import { sharedRead } from '../../foundation/shared-read.ts';
import { double, integer, text } from '../database/columns.ts';
import type { Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { Metrics } from '../metrics/metrics.ts';

// A job without attempts left stays as a row, to be inspected.
const jobsByTask = statement({
  takes: {},
  gives: { task: text, state: text, jobs: integer, overdueSeconds: double },
})`
  select task_identifier as task, count(*)::integer as jobs,
    case when attempts >= max_attempts then 'given_up' when locked_at is not null then 'running'
      when run_at > now() then 'later' else 'due' end as state,
    greatest(0, extract(epoch from now() - min(run_at)))::double precision as "overdueSeconds"
  from graphile_worker.jobs group by 1, 3 limit 200`;

/** Registers metrics of the jobs by task and state. All servers of the database share them. */
export function watchJobs(metrics: Metrics, database: Queryable): void {
  const jobsNow = sharedRead(() => jobsByTask.all(database, {}));
  metrics.gauge(
    'earshot_jobs',
    'Jobs in the database by task and state.',
    async () =>
      (await jobsNow()).map(({ task, state, jobs }) => ({
        labels: { task, state },
        value: jobs,
      })),
    ['task', 'state'],
  );
  metrics.gauge(
    'earshot_jobs_overdue_seconds',
    'How long the oldest due job has waited, by task.',
    async () =>
      (await jobsNow())
        .filter(({ state }) => state === 'due')
        .map(({ task, overdueSeconds }) => ({ labels: { task }, value: overdueSeconds })),
    ['task'],
  );
}

/** Alert threshold in seconds for the oldest due job, as in docs/monitoring/alerts.yml. */
export const mostOverdueSeconds = 300;

export interface JobsOfTask {
  readonly task: string;
  readonly due: number;
  readonly running: number;
  readonly later: number;
  readonly givenUp: number;
  /** Seconds that the oldest due job has waited; null if none is due. */
  readonly overdueSeconds: number | null;
}

/** Job counts by task, sorted by name. */
export async function readTasks(database: Queryable): Promise<JobsOfTask[]> {
  const rows = await jobsByTask.all(database, {});
  const tasks = [...new Set(rows.map(({ task }) => task))].sort();
  return tasks.map((task) => {
    const of = (state: string) => rows.find((row) => row.task === task && row.state === state);
    return {
      task,
      due: of('due')?.jobs ?? 0,
      running: of('running')?.jobs ?? 0,
      later: of('later')?.jobs ?? 0,
      givenUp: of('given_up')?.jobs ?? 0,
      overdueSeconds: of('due')?.overdueSeconds ?? null,
    };
  });
}

/** Seconds that the oldest due job has waited; 0 if none is due. */
export async function secondsOverdue(database: Queryable): Promise<number> {
  const due = (await jobsByTask.all(database, {})).filter(({ state }) => state === 'due');
  return Math.max(0, ...due.map(({ overdueSeconds }) => overdueSeconds));
}
