import { plans } from '#contract/business-rules.ts';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import { testGrants } from '#contract/operation/test-kit/test-grants.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { recordAdminAct } from '../../identity/record-admin-act.ts';
import { lockBalance } from '../balance/assign-reviews.ts';
import { addPlanLots } from '../balance/lots.ts';
import { runningPlan } from './consume-upload.ts';
import { monthStart } from './eligibility-rules.ts';
import { saveTrial, setCredits } from './subscriptions-store.ts';

type Needs = Pick<Dependencies, 'database' | 'clock'>;

/** Gives a user the 90-day Icon trial. @throws Refusal already_on_plan while a paid plan runs */
export async function grantTrial({ database, clock }: Needs, userId: string): Promise<{ expiresAt: string }> {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + testGrants.trialDays * dayMilliseconds);
  await database.transaction(async (tx) => {
    await lockBalance(tx, userId);
    const given = await saveTrial.run(tx, {
      userId,
      uploadsLimit: plans.icon.uploadsLimit,
      now,
      expiresAt,
      periodEnd: new Date(now.getTime() + 30 * dayMilliseconds),
    });
    if (given === 0) refuse('already_on_plan');
    const running = await runningPlan(tx, userId, now);
    if (running) await addPlanLots(tx, { artistId: userId, running, now });
    await recordAdminAct(tx, { event: 'test_trial_granted', userId, actorId: userId }, now);
  });
  return { expiresAt: expiresAt.toISOString() };
}

export async function addUploadCredits(
  { database, clock }: Needs,
  userId: string,
): Promise<{ remaining: number }> {
  const remaining = testGrants.uploadCredits;
  const now = clock.now();
  await database.transaction(async (tx) => {
    await setCredits.run(tx, { userId, remaining, periodStart: monthStart(now) });
    const details = { credits: remaining };
    await recordAdminAct(tx, { event: 'test_credits_set', userId, actorId: userId, details }, now);
  });
  return { remaining };
}
