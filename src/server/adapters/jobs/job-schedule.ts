import { sharedRead } from '../../foundation/work-queue.ts';
import { boolean, double, integerList, text, textList } from '../database/columns.ts';
import type { Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** A job that recurs: every so many minutes, so many minutes after midnight (UTC). */
export interface ScheduledJob {
  readonly task: string;
  readonly everyMinutes: number;
  readonly atMinute: number;
  readonly queue: string;
}

/*
 * Only the database's time counts, and a recorded time in the future counts as never: a clock that was ahead and was
 * corrected must not stop a job until that time. The rows are those of graphile-worker's cron, so that servers from
 * before this schedule can run beside it. Servers take turns by a lock. A missed job runs once, however often it was missed. A new one waits for its
 * time.
 */
const queueDue = statement({
  takes: { tasks: textList, queues: textList, minutes: integerList, offsets: integerList },
  gives: {},
})`
  with alone as (select pg_try_advisory_xact_lock(7202613) as is_alone),
  newest as (
    select task, queue, to_timestamp(floor((extract(epoch from now()) / 60 - at) / every) * every * 60 + at * 60) as slot
    from unnest(${'tasks'}::text[], ${'queues'}::text[], ${'minutes'}::integer[], ${'offsets'}::integer[])
      as job (task, queue, every, at), alone
    where is_alone),
  added as (
    insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    select task, now(), slot from newest on conflict (identifier) do nothing),
  due as (
    select task, queue, slot from newest join graphile_worker._private_known_crontabs known on identifier = task
    where coalesce(last_execution, known_since) < slot
      or coalesce(last_execution, known_since) > now() + interval '1 minute'
    for update of known),
  taken as (
    update graphile_worker._private_known_crontabs set last_execution = slot from due where identifier = task
    returning task, queue)
  select from taken, graphile_worker.add_job(task, queue_name := queue)`;

/** Queues each job that is due and has not been queued yet, by this server or another. */
export async function queueDueJobs(database: Queryable, schedule: readonly ScheduledJob[]): Promise<void> {
  await queueDue.run(database, {
    tasks: schedule.map(({ task }) => task),
    queues: schedule.map(({ queue }) => queue),
    minutes: schedule.map(({ everyMinutes }) => everyMinutes),
    offsets: schedule.map(({ atMinute }) => atMinute),
  });
}

const lastQueued = statement({ takes: {}, gives: { task: text, ageSeconds: double } })`
  select identifier as task,
    extract(epoch from now() - coalesce(last_execution, known_since))::double precision as "ageSeconds"
  from graphile_worker._private_known_crontabs`;

/** Seconds by which a recurring job may be late, as in docs/monitoring/alerts.yml. */
const mostLateSeconds = 600;

/** Names of the recurring jobs that should have been queued again by now. */
export async function readStoppedJobs(
  database: Queryable,
  schedule: readonly ScheduledJob[],
): Promise<string[]> {
  const ages = new Map((await lastQueued.all(database, {})).map((row) => [row.task, row.ageSeconds]));
  return schedule
    .filter(({ task, everyMinutes }) => Math.abs(ages.get(task) ?? 0) > everyMinutes * 60 + mostLateSeconds)
    .map(({ task }) => task);
}

const connectedWorkers = statement({ takes: {}, gives: { connected: boolean } })`
  select exists (select from pg_stat_activity where datname = current_database()
    and application_name = 'earshot jobs') as connected`;

/** Whether a server works on jobs now. */
export const areWorkersConnected = async (database: Queryable): Promise<boolean> =>
  (await connectedWorkers.only(database, {})).connected;

/** Registers how far each recurring job is behind its schedule. */
export function watchSchedule(
  metrics: Metrics,
  database: Queryable,
  schedule: readonly ScheduledJob[],
): void {
  const known = new Map(schedule.map((job) => [job.task, job.everyMinutes]));
  const queuedNow = sharedRead(() => lastQueued.all(database, {}));
  const ofKnown = async () => (await queuedNow()).filter(({ task }) => known.has(task));
  metrics.gauge(
    'earshot_recurring_job_age_seconds',
    'Seconds since the time for which each recurring job was last queued.',
    async () => (await ofKnown()).map(({ task, ageSeconds: value }) => ({ labels: { task }, value })),
    ['task'],
  );
  metrics.gauge(
    'earshot_recurring_job_late_seconds',
    'Seconds by which each recurring job is late; 0 while it is on time.',
    async () =>
      (await ofKnown()).map(({ task, ageSeconds }) => ({
        labels: { task },
        value: Math.max(0, Math.abs(ageSeconds) - (known.get(task) ?? 0) * 60),
      })),
    ['task'],
  );
}
