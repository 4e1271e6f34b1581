import type { UploadEligibility } from '#contract/subscriptions/subscriptions.ts';
import type { Dependencies } from '../dependencies.ts';
import { forecastOf } from './forecast-rules.ts';
import { nextUpload } from './next-upload.ts';
import { readSupply } from './supply-store.ts';

/** Whether this artist may upload a track now, and from which allowance; nothing is consumed. */
export async function getUploadEligibility(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  artistId: string,
): Promise<UploadEligibility> {
  const now = deps.clock.now();
  const next = await nextUpload(deps, artistId, now);
  const { answer, includedReviews, reviewTarget, later, isOfPlan } = next;
  if (!(next.hasBounds && answer.canUpload))
    return { ...answer, includedReviews, wait: null, forecast: null };
  if (next.wait !== null) {
    const wait = { ...next.wait, beginsAt: next.wait.beginsAt?.toISOString() ?? null };
    return { ...answer, includedReviews, wait, forecast: null };
  }
  const asked = { reviewTarget, later, rank: isOfPlan ? next.priorityWeight : 0 };
  const supply = await readSupply.only(deps.database, {});
  const forecast = forecastOf(supply, asked, isOfPlan, now);
  return { ...answer, includedReviews, wait: null, forecast };
}
