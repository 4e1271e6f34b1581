import type { Task, TaskList } from 'graphile-worker';
import { beginTrace, recorded } from '../tracing/trace.ts';

/** Records each job as a trace with the job's name. */
export const traceTasks = (tasks: TaskList): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, task === undefined ? task : traceTask(name, task)]),
  );

const traceTask =
  (name: string, task: Task): Task =>
  async (payload, helpers) => {
    const { id, attempts } = helpers.job;
    const told = { 'earshot.job': name, 'earshot.job_id': String(id), 'earshot.attempt': attempts };
    const span = beginTrace({ name: `job ${name}`, kind: 'consumer', told });
    return span ? recorded(span, async () => task(payload, helpers)) : task(payload, helpers);
  };
