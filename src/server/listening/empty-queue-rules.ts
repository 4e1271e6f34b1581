export interface Coming {
  /** Tracks that got their places in the days looked at. */
  readonly begun: number;
  /** When the next waiting track begins, if one has a date. */
  readonly nextBegins: Date | null;
  /** When the house opens extra paid places again; null where it opens none. */
  readonly nextExtra: Date | null;
}

const day = 24 * 3_600_000;

/** When the next tracks are likely: by the pace of uploads, or what is known to begin before that. Null without either. */
export function likelyAt({ begun, nextBegins, nextExtra }: Coming, days: number, now: Date): Date | null {
  const byPace = begun > 0 ? [now.getTime() + (days * day) / begun] : [];
  const known = [nextBegins, nextExtra].flatMap((at) => (at ? [Math.max(at.getTime(), now.getTime())] : []));
  const first = Math.min(...byPace, ...known);
  return Number.isFinite(first) ? new Date(first) : null;
}

/** Midnight (UTC), when a new day's budget begins. */
export const nextDay = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
