/** What to do with an authentic refresh token. */
export type RefreshDecision =
  /** The counter moves on and the next token is given. */
  | 'rotate'
  /** The current token is given again: the last answer was lost, or tabs race. */
  | 'repeat'
  /** Somebody else holds the token: the session ends. */
  | 'end'
  /** Never given out by this server: refused, and nothing changes. */
  | 'refuse';

/** The longest that a client retries: one tick of its 30 s check. */
const oneBehindSeconds = 30;
/** Several tabs that load together may each hold another of the last tokens. */
const furtherBehindSeconds = 10;

/** The rotation table of accounts.md; seconds count from the session's last rotation. */
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
