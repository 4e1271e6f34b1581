/** Specification 4 and 9: a check every 30 s, a refresh when 3 ticks or fewer remain, expired within 90 s of the end. */
export const tickMilliseconds = 30_000;
const ticksLeftForRefresh = 3;
const expiryMarginMilliseconds = 90_000;
const coolDownMilliseconds = 60_000;
const firstDelayMilliseconds = 200;

/** Milliseconds left of an access token. Both times are monotonic, so that a wrong wall clock does not matter. */
export const remainingMilliseconds = (
  token: { receivedAt: number; expiresIn: number },
  now: number,
): number => token.receivedAt + token.expiresIn * 1000 - now;

export const isDueForRefresh = (remaining: number): boolean =>
  Math.floor(remaining / tickMilliseconds) <= ticksLeftForRefresh;

export const countsAsExpired = (remaining: number): boolean => remaining < expiryMarginMilliseconds;

/** After a temporary failure the next refresh waits a minute. */
export const isCoolingDown = (failedAt: number | null, now: number): boolean =>
  failedAt !== null && now - failedAt < coolDownMilliseconds;

/**
 * Milliseconds before the next retry of a refresh: 200, doubling; null once the total would exceed one tick.
 * @param tries attempts so far, 1 after the first
 */
export function retryDelay(tries: number): number | null {
  const waited = firstDelayMilliseconds * (2 ** (tries - 1) - 1);
  const next = firstDelayMilliseconds * 2 ** (tries - 1);
  return waited + next < tickMilliseconds ? next : null;
}
