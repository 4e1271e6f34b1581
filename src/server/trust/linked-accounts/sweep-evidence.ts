import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { forgetAdminMarks, forgetEvidence } from './evidence-store.ts';
import { forgetTyping } from './typing-store.ts';

const keptDays = 180;
const keptDaysAfterDeletion = 365;

/**
 * Deletes evidence older than 180 days, or for deleted accounts twelve months after the deletion. Typing counts are deleted
 * after 180 days, or with the account, and the marks of admins 180 days after their last act.
 */
export async function sweepEvidence({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const now = clock.now().getTime();
  const before = new Date(now - keptDays * dayMilliseconds);
  await forgetTyping.run(database, { before });
  await forgetAdminMarks.run(database, { before });
  await forgetEvidence.run(database, {
    before,
    deletedBefore: new Date(now - keptDaysAfterDeletion * dayMilliseconds),
  });
}
