import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import { longestWaitDays, type Standing } from '#contract/trust/standing/standing-bounds.ts';

const hour = 3600 * 1000;

export const longestWait = longestWaitDays * dayMilliseconds;

/** What a pending review waits for: a person, the end of a wait, or the next daily budget. */
export type WaitsFor = 'person' | 'rules' | 'first_reviews' | 'budget';

export interface Wait {
  readonly waitsFor: WaitsFor;
  readonly due: Date;
}

interface WaitSettings {
  readonly approvalWaitSeconds: number;
  readonly doubtfulApprovalDays: number;
  readonly newDoubtfulApprovalDays: number;
  readonly newListenerWaitHours: number;
}

export interface Judged {
  readonly createdAt: Date;
  readonly isClean: boolean;
  readonly standing: Standing;
  /** One of the listener's first reviews, if limits apply to the account. */
  readonly isFirst: boolean;
}

/** Milliseconds that a doubtful review waits for a person before it is approved automatically. */
export const doubtfulWait = (standing: Standing, settings: WaitSettings): number =>
  dayMilliseconds * (standing === 'new' ? settings.newDoubtfulApprovalDays : settings.doubtfulApprovalDays);

/** What a judged review waits for, apart from the budget. A due time in the past means that it no longer waits. */
export function waitOf({ createdAt, isClean, standing, isFirst }: Judged, settings: WaitSettings): Wait {
  const wait = (waitsFor: WaitsFor, milliseconds: number): Wait => ({
    waitsFor,
    due: new Date(createdAt.getTime() + milliseconds),
  });
  if (!isClean) return wait('person', doubtfulWait(standing, settings));
  const first = standing === 'new' && isFirst ? settings.newListenerWaitHours * hour : 0;
  const rules = settings.approvalWaitSeconds * 1000;
  return first > rules ? wait('first_reviews', first) : wait('rules', rules);
}

/** The start of the next day (UTC), when the budget is renewed. */
export const nextBudget = (now: Date): Date =>
  new Date((Math.floor(now.getTime() / dayMilliseconds) + 1) * dayMilliseconds);
