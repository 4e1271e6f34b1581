import { json, nullable, text, timestamp } from '../database/columns.ts';
import type { Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';

export interface Job {
  readonly name: string;
  readonly payload: Readonly<Record<string, string>>;
  /** The earliest time to run; as soon as possible by default. */
  readonly runAt?: Date;
  /** A second job with the same key replaces the first if that one has not started. */
  readonly key?: string;
  /** Jobs with the same queue run one after the other, also across servers. */
  readonly queue?: string;
}

/**
 * The queue of jobs that may take minutes, because they wait for a service or read many files. So together they keep
 * only one of a server's two workers busy, and the other one stays free for the rest.
 */
export const slowQueue = 'slow';

const addJob = statement({
  takes: {
    name: text,
    payload: json<unknown>(),
    runAt: nullable(timestamp),
    key: nullable(text),
    queue: nullable(text),
  },
  gives: {},
})`select from graphile_worker.add_job(${'name'}::text, ${'payload'}::jsonb::json, run_at := ${'runAt'}::timestamptz, job_key := ${'key'}::text, queue_name := ${'queue'}::text)`;

/** Adds a job inside the business transaction: it runs if and only if that transaction commits. */
export async function enqueue(transaction: Transaction, job: Job): Promise<void> {
  await addJob.run(transaction, {
    name: job.name,
    payload: JSON.stringify(job.payload),
    runAt: job.runAt ?? null,
    key: job.key ?? null,
    queue: job.queue ?? null,
  });
}
