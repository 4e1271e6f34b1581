import { AsyncLocalStorage } from 'node:async_hooks';

/** The request on whose behalf statements run. */
export interface Work {
  /** The request's id, which PostgreSQL shows in the session's application_name. */
  readonly id: string;
  /** The name of its call, or its path. */
  readonly call: string;
  /** Money calls may use the reserved part of the pool. */
  readonly isMoney: boolean;
  /** As of `performance.now()`: its time for statements is limited from then on. Absent if a body may take minutes. */
  readonly timedFrom?: number;
}

const works = new AsyncLocalStorage<Work>();

/** Runs `task` and everything it starts as this work. */
export const runAsWork = (work: Work, task: () => void): void => works.run(work, task);

export const currentWork = (): Work | undefined => works.getStore();
