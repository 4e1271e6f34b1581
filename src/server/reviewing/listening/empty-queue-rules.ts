import { dayMilliseconds } from '#contract/day-milliseconds.ts';
export interface Coming {
  /** Tracks that got their places in the period. */
  readonly begun: number;
  /** When the next waiting track starts, if one has a date. */
  readonly nextBegins: Date | null;
  /** When the platform opens extra paid places again; null if it opens none. */
  readonly nextExtra: Date | null;
}

/** When the next tracks are likely: by the pace of uploads, or a known start before that. Null without either. */
export function likelyAt({ begun, nextBegins, nextExtra }: Coming, days: number, now: Date): Date | null {
  // Infinite without uploads.
  const byPace = now.getTime() + (days * dayMilliseconds) / begun;
  const known = [nextBegins, nextExtra].flatMap((at) => (at ? [Math.max(at.getTime(), now.getTime())] : []));
  const first = Math.min(byPace, ...known);
  return Number.isFinite(first) ? new Date(first) : null;
}

/** Midnight (UTC), when the next daily budget starts. */
export const nextDay = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
