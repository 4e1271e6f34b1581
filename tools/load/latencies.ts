export interface Timed {
  readonly status: number;
  readonly ms: number;
  readonly retryAfter: string | null;
}

/** Fetches and reads the whole answer; status 0 if there is none. */
export async function timedFetch(url: string, init: RequestInit = {}): Promise<Timed> {
  const started = performance.now();
  const outcome = await fetch(url, init)
    .then(async (answer) => {
      await answer.arrayBuffer();
      return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
    })
    .catch(() => ({ status: 0, retryAfter: null }));
  return { ...outcome, ms: performance.now() - started };
}

/** A percentile of the times in milliseconds; 0 for an empty list. @param share from 0 to 100 */
export function percentile(times: readonly Timed[], share: number): number {
  const sorted = times.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100))] ?? 0);
}

/** The count of each status, for example `200: 31, 503: 4`. */
export function countByStatus(times: readonly Timed[]): string {
  const counts = new Map<number, number>();
  for (const { status } of times) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${status}: ${count}`).join(', ');
}
