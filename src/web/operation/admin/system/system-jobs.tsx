import { api } from '#contract/index.ts';
import type { FailedJob, SystemFigures, TaskFigures } from '#contract/operation/admin/admin-system.ts';
import { waitText } from '#contract/wait-text.ts';
import { callApi } from '#web/calls/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { column, figure, rowName } from '#web/ui/display/columns.tsx';
import { currentTime } from '#web/ui/display/current-time.ts';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { useAdminAct } from '../admin-act.ts';
import { AdminSection } from '../admin-figure.tsx';
import { taskName } from './task-name.ts';

/** Background jobs: counts per task, and failures. */
export function SystemJobs({ jobs: { tasks, failed } }: { jobs: SystemFigures['jobs'] }) {
  return (
    <AdminSection title="Jobs">
      {failed.length === 0 ? (
        <p className="text-muted">No jobs have failed.</p>
      ) : (
        <Table caption="Failed jobs" columns={failedColumns} rows={failed} rowKey={({ id }) => id} />
      )}
      {tasks.length === 0 ? (
        <p className="text-muted">No jobs are waiting.</p>
      ) : (
        <Table caption="Jobs by task" columns={taskColumns} rows={tasks} rowKey={({ task }) => task} />
      )}
    </AdminSection>
  );
}

const failedColumns: readonly Column<FailedJob>[] = [
  rowName('Failed job', ({ task }) => <span className="whitespace-nowrap">{taskName(task)}</span>),
  column('Error', ({ error }) => <span className="text-sm wrap-anywhere">{error}</span>),
  column('Tries', ({ attempts, failedAt }) => (
    <>
      {attempts === 1 ? '1 try' : `${attempts} tries`}
      <span className="block text-sm text-muted max-lg:inline max-lg:before:content-[',_']">
        the last <TimeAgo date={failedAt} />
      </span>
    </>
  )),
  column('Next run', (job) => <NextRun job={job} />),
  column(
    'Act',
    (job) => <span className="whitespace-nowrap">{job.isRunning ? '–' : <RunAgain job={job} />}</span>,
    { isBlank: ({ isRunning }) => isRunning },
  ),
];

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

function NextRun({ job: { isRunning, runsAt } }: { job: FailedJob }) {
  if (isRunning) return <span>Running</span>;
  if (runsAt === null) return <Badge variant="destructive">Given up</Badge>;
  const runs = new Date(runsAt);
  if (runs <= currentTime()) return <span>Due</span>;
  return <time dateTime={runsAt}>{moment.format(runs)}</time>;
}

function RunAgain({ job: { id, task } }: { job: FailedJob }) {
  const { act, isPending } = useAdminAct('The job was not run again', 'system');
  const run = async () => {
    await callApi(api.admin.runJobAgain, { params: { jobId: id } });
    return { title: 'The job runs again', body: `${taskName(task)} starts within a few seconds.` };
  };
  return (
    <Button
      size="small"
      variant="quiet"
      isPending={isPending}
      aria-label={`Run ${taskName(task)} ${id} again now`}
      onPress={() => act(run)}
    >
      Run again now
    </Button>
  );
}

const count = (id: 'due' | 'running' | 'later' | 'givenUp', header: string): Column<TaskFigures> =>
  figure(header, (row) => (row[id] === 0 ? '–' : row[id].toLocaleString('en-US')), {
    isNamed: true,
    isBlank: (row) => row[id] === 0,
  });

const taskColumns: readonly Column<TaskFigures>[] = [
  rowName('Task', ({ task }) => taskName(task)),
  count('due', 'Due'),
  count('running', 'Running'),
  count('later', 'Later'),
  count('givenUp', 'Given up'),
  figure(
    'Oldest due',
    ({ overdueSeconds }) => (overdueSeconds === null ? '–' : waitText(Math.floor(overdueSeconds))),
    { isBlank: ({ overdueSeconds }) => overdueSeconds === null },
  ),
];
