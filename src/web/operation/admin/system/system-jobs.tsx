import { api } from '#contract/index.ts';
import type { FailedJob, SystemFigures, TaskFigures } from '#contract/operation/admin/admin-system.ts';
import { waitText } from '#contract/wait-text.ts';
import { callApi } from '#web/calls/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { currentTime } from '#web/ui/display/current-time.ts';
import { type Column, Table } from '#web/ui/display/table.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { SystemSection } from './system-section.tsx';
import { taskName } from './task-name.ts';
import { useSystemAct } from './use-system-act.ts';

/** Background jobs: counts per task, and failures. */
export function SystemJobs({ jobs: { tasks, failed } }: { jobs: SystemFigures['jobs'] }) {
  return (
    <SystemSection title="Jobs">
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
    </SystemSection>
  );
}

const failedColumns: readonly Column<FailedJob>[] = [
  {
    id: 'task',
    header: 'Failed job',
    isRowHeader: true,
    cell: ({ task }) => <span className="whitespace-nowrap">{taskName(task)}</span>,
  },
  {
    id: 'error',
    header: 'Error',
    cell: ({ error }) => <span className="text-sm wrap-anywhere">{error}</span>,
  },
  {
    id: 'attempts',
    header: 'Tries',
    cell: ({ attempts, failedAt }) => (
      <>
        {attempts === 1 ? '1 try' : `${attempts} tries`}
        <span className="block text-sm text-muted max-lg:inline max-lg:before:content-[',_']">
          the last <TimeAgo date={failedAt} />
        </span>
      </>
    ),
  },
  { id: 'next', header: 'Next run', cell: (job) => <NextRun job={job} /> },
  {
    id: 'act',
    header: 'Act',
    isBlank: ({ isRunning }) => isRunning,
    cell: (job) => <span className="whitespace-nowrap">{job.isRunning ? '–' : <RunAgain job={job} />}</span>,
  },
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
  const { act, isPending } = useSystemAct();
  return (
    <Button
      size="small"
      variant="quiet"
      isPending={isPending}
      aria-label={`Run ${taskName(task)} ${id} again now`}
      onPress={() =>
        act({
          run: () => callApi(api.admin.runJobAgain, { params: { jobId: id } }),
          done: { title: 'The job runs again', body: `${taskName(task)} starts within a few seconds.` },
          failed: 'The job was not run again',
        })
      }
    >
      Run again now
    </Button>
  );
}

const count = (id: 'due' | 'running' | 'later' | 'givenUp', header: string): Column<TaskFigures> => ({
  id,
  header,
  align: 'end',
  isNamed: true,
  isBlank: (row) => row[id] === 0,
  cell: (row) => (row[id] === 0 ? '–' : row[id].toLocaleString('en-US')),
});

const taskColumns: readonly Column<TaskFigures>[] = [
  { id: 'task', header: 'Task', isRowHeader: true, cell: ({ task }) => taskName(task) },
  count('due', 'Due'),
  count('running', 'Running'),
  count('later', 'Later'),
  count('givenUp', 'Given up'),
  {
    id: 'oldest',
    header: 'Oldest due',
    align: 'end',
    isBlank: ({ overdueSeconds }) => overdueSeconds === null,
    cell: ({ overdueSeconds }) => (overdueSeconds === null ? '–' : waitText(Math.floor(overdueSeconds))),
  },
];
