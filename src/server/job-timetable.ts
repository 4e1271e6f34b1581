import { slowQueue } from './adapters/jobs/job-queue.ts';
import type { ScheduledJob } from './adapters/jobs/job-schedule.ts';

const hourly = 60;
const daily = 1440;
/** How often each recurring job runs, and how many minutes after the hour, or after midnight (UTC). */
const timetable: readonly (readonly [task: string, everyMinutes: number, atMinute: number])[] = [
  ['approve-payouts-by-rule', 1, 0],
  ['complete-payouts', 1, 0],
  ['send-payouts', 1, 0],
  ['ask-payouts', 1, 0],
  ['approve-due-reviews', 1, 0],
  ['choose-spot-checks', daily, 23],
  ['find-clusters', 10, 0],
  ['settle-panels', 10, 0],
  ['sweep-uploads', hourly, 17],
  ['check-stored-audio', hourly, 37],
  ['open-lots', 10, 0],
  ['end-holds', 10, 0],
  ['keep-dates', 10, 0],
  ['tell-listeners', 1, 0],
  ['send-digests', 1, 0],
  ['refresh-comparisons', hourly, 27],
  ['renew-stored-secrets', 10, 0],
  ['sweep-requests', daily, 3 * 60 + 43],
  ['renew-test-subscriptions', 10, 0],
  ['recheck-subscriptions', hourly, 29],
  ['check-prices', hourly, 11],
  ['recompute-standings', daily, 2 * 60 + 13],
  ['audit-books', hourly, 52],
  ['back-up', hourly, 3],
  ['prepare-partitions', daily, 4 * 60 + 5],
];

/** Those that may take minutes. */
const slowJobs: readonly string[] = [
  'send-payouts',
  'ask-payouts',
  'find-clusters',
  'sweep-uploads',
  'check-stored-audio',
  'refresh-comparisons',
  'sweep-requests',
  'recheck-subscriptions',
  'check-prices',
  'recompute-standings',
];

/** None overlaps itself, because each is in a queue. */
export const jobTimetable: readonly ScheduledJob[] = timetable.map(([task, everyMinutes, atMinute]) => {
  const queue = slowJobs.includes(task) ? slowQueue : task;
  return { task, everyMinutes, atMinute, queue };
});
