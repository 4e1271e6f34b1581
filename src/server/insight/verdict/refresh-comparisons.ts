import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import { leastStaySeconds } from '#contract/insight/verdict/verdict-rules.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { writeCompared } from './verdict-store.ts';

export const refreshComparisonsJob = 'refresh-comparisons';
const days = 180;

/** Recomputes what tracks are compared with. */
export async function refreshComparisons({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const since = new Date(clock.now().getTime() - days * dayMilliseconds);
  await writeCompared.run(database, { since, leastStayMs: leastStaySeconds * 1000 });
}
