const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Limits of a session in seconds (accounts.md): idle since it was last seen, absolute since it was made. */
const limits = {
  user: { idle: 30 * day, absolute: 90 * day },
  admin: { idle: 30 * minute, absolute: 12 * hour },
} as const;

/** Open sessions of one user; the one seen longest ago ends when another is made. */
export const mostSessions = 10;
/** A session's `last_seen_at` is written at most this often, in seconds. */
export const seenStep = minute;

export interface SessionAge {
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly isAdmin: boolean;
}

/** When a session was last in use after a refresh. Browsers refresh by themselves: for an admin that is no use. */
export const seenByRefresh = ({ isAdmin, lastSeenAt }: Omit<SessionAge, 'createdAt'>, now: Date): Date =>
  isAdmin ? lastSeenAt : now;

/** True once a session has lived past its idle or absolute limit. */
export function isSessionOver(session: SessionAge, now: Date): boolean {
  const { idle, absolute } = session.isAdmin ? limits.admin : limits.user;
  const since = (moment: Date) => (now.getTime() - moment.getTime()) / 1000;
  return since(session.lastSeenAt) >= idle || since(session.createdAt) >= absolute;
}
