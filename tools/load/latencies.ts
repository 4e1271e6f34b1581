export interface Timed {
  readonly status: number;
  readonly ms: number;
  readonly retryAfter: string | null;
}

/** Fetches and reads all of the answer; status 0 without one. */
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

/** The time that so many of a hundred stay below, in milliseconds; 0 of nothing. */
export function percentile(times: readonly Timed[], share: number): number {
  const sorted = times.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100))] ?? 0);
}

/** How many there are of each status, for example `200: 31, 503: 4`. */
export function countByStatus(times: readonly Timed[]): string {
  const counts = new Map<number, number>();
  for (const { status } of times) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${status}: ${count}`).join(', ');
}
