import { plans } from '#contract/business-rules.ts';
import { testGrants } from '#contract/test-grants.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { monthStart } from './eligibility-rules.ts';
import { saveTrial, setCredits } from './test-grants-store.ts';

const day = 86_400_000;
type Needs = Pick<Dependencies, 'database' | 'clock'>;

/** Gives a user the Icon trial of 90 days. @throws Refusal already_on_plan while a paid plan runs */
export async function grantTrial({ database, clock }: Needs, userId: string): Promise<{ expiresAt: string }> {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + testGrants.trialDays * day);
  const given = await saveTrial.run(database, {
    userId,
    uploadsLimit: plans.icon.uploadsLimit,
    now,
    expiresAt,
    periodEnd: new Date(now.getTime() + 30 * day),
  });
  if (given === 0) refuse('already_on_plan');
  return { expiresAt: expiresAt.toISOString() };
}

/** Sets a user's upload credits of this month. */
export async function addUploadCredits(
  { database, clock }: Needs,
  userId: string,
): Promise<{ remaining: number }> {
  const remaining = testGrants.uploadCredits;
  await setCredits.run(database, { userId, remaining, periodStart: monthStart(clock.now()) });
  return { remaining };
}
