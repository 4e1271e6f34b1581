export interface Timed {
  readonly status: number;
  readonly ms: number;
  readonly retryAfter: string | null;
}

/** A percentile of the times in milliseconds; 0 for an empty list. @param share from 0 to 100 */
export function percentile(times: readonly Timed[], share: number): number {
  const sorted = times.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100))] ?? 0);
}
