import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that statements are run for. */
export interface Work {
  /** The id of the request; PostgreSQL shows it as part of the session's application_name. */
  readonly id: string;
  /** Money calls may use the part of the pool that is kept for them. */
  readonly isMoney: boolean;
  /** By `performance.now()`; the database is asked nothing more after it. Absent where a body may take minutes. */
  readonly deadline?: number;
}

const works = new AsyncLocalStorage<Work>();

/** Runs `task`, and everything that it starts, as this work. */
export const runAsWork = (work: Work, task: () => void): void => works.run(work, task);

export const currentWork = (): Work | undefined => works.getStore();
