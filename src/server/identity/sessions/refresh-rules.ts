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
