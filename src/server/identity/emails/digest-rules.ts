import { sittingPauseMilliseconds } from '#contract/business-rules.ts';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';

interface DigestTimes {
  /** Of the first item that waits. */
  readonly firstAt: Date;
  /** The user's own last review, if they are told of their reviews. */
  readonly lastActAt: Date | null;
  /** The last digest of the kind. */
  readonly lastSentAt: Date | null;
}

/** When a digest is sent: when the sitting is over or a day after the last digest, whichever is later. */
export function digestDue({ firstAt, lastActAt, lastSentAt }: DigestTimes): Date {
  const lastAct = Math.max(firstAt.getTime(), lastActAt?.getTime() ?? 0);
  return new Date(
    Math.max(lastAct + sittingPauseMilliseconds, (lastSentAt?.getTime() ?? 0) + dayMilliseconds),
  );
}
