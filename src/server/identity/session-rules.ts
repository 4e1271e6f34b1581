const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Session limits in seconds (accounts.md): idle since last seen, absolute since creation. */
const limits = {
  user: { idle: 30 * day, absolute: 90 * day },
  admin: { idle: 30 * minute, absolute: 12 * hour },
} as const;

/** Open sessions per user; a further one ends the one seen longest ago. */
export const mostSessions = 10;
/** Seconds between two writes of a session's `last_seen_at`. */
export const seenStep = minute;

export interface SessionAge {
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly isAdmin: boolean;
}

/** The `last_seen_at` after a refresh. Browsers refresh by themselves, so for an admin that is not use. */
export const seenByRefresh = ({ isAdmin, lastSeenAt }: Omit<SessionAge, 'createdAt'>, now: Date): Date =>
  isAdmin ? lastSeenAt : now;

/** Whether a session is past its idle or absolute limit. */
export function isSessionOver(session: SessionAge, now: Date): boolean {
  const { idle, absolute } = session.isAdmin ? limits.admin : limits.user;
  const since = (moment: Date) => (now.getTime() - moment.getTime()) / 1000;
  return since(session.lastSeenAt) >= idle || since(session.createdAt) >= absolute;
}

/** What to do with an authentic refresh token: */
export type RefreshDecision =
  /** increment the counter and issue the next token, */
  | 'rotate'
  /** issue the current token again: the last response was lost, or tabs race, */
  | 'repeat'
  /** end the session: someone else has the token, */
  | 'end'
  /** refuse it without any change: this server never issued it. */
  | 'refuse';

/** The longest time before a client retries: one tick of its 30 s timer. */
const oneBehindSeconds = 30;
/** Several tabs that load at once may each hold a different one of the latest tokens. */
const furtherBehindSeconds = 10;

/** The rotation table of accounts.md, with seconds since the session's last rotation. */
export function decideRefresh(
  presented: number,
  stored: number,
  secondsSinceRotation: number,
): RefreshDecision {
  const behind = stored - presented;
  if (behind < 0) return 'refuse';
  if (behind === 0) return 'rotate';
  const allowed = behind === 1 ? oneBehindSeconds : furtherBehindSeconds;
  return secondsSinceRotation <= allowed ? 'repeat' : 'end';
}
