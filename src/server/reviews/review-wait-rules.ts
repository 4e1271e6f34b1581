import type { Standing } from '#contract/standing-bounds.ts';

const day = 24 * 3600 * 1000;

interface Waits {
  readonly doubtfulApprovalDays: number;
  readonly newDoubtfulApprovalDays: number;
}

/** How long a doubtful review waits for a person before it is approved by itself. */
export const doubtfulWait = (standing: Standing, waits: Waits): number =>
  day * (standing === 'new' ? waits.newDoubtfulApprovalDays : waits.doubtfulApprovalDays);
