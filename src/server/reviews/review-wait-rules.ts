import { longestWaitDays, type Standing } from '#contract/standing/standing-bounds.ts';

const hour = 3600 * 1000;
const day = 24 * hour;

export const longestWait = longestWaitDays * day;

/** What a pending review waits for: a person, the end of a wait, or room in the budget of a day. */
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
  /** One of the first reviews, of an account that has bounds. */
  readonly isFirst: boolean;
}

/** How long a doubtful review waits for a person before it is approved by itself. */
export const doubtfulWait = (standing: Standing, settings: WaitSettings): number =>
  day * (standing === 'new' ? settings.newDoubtfulApprovalDays : settings.doubtfulApprovalDays);

/** What the review waits for after its judging, the budget apart. A date that is past means that it waits no longer. */
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

/** The start of the next day (UTC), when there is a new budget. */
export const nextBudget = (now: Date): Date => new Date((Math.floor(now.getTime() / day) + 1) * day);
