import type { UploadEligibility } from '#contract/plans/subscriptions.ts';
import type { Dependencies } from '../foundation/dependencies.ts';
import { forecastUpload } from './forecast-upload.ts';
import { nextUpload } from './next-upload.ts';

/** Whether this artist may upload a track now, and from which allowance. Consumes nothing. */
export async function getUploadEligibility(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config' | 'keys'>,
  artistId: string,
): Promise<UploadEligibility> {
  const now = deps.clock.now();
  const next = await nextUpload(deps, artistId, now);
  const { answer, includedReviews } = next;
  const forecast = await forecastUpload(deps.database, next, undefined, now);
  const waits = next.hasBounds && answer.canUpload ? next.wait : null;
  const wait = waits && { ...waits, beginsAt: waits.beginsAt?.toISOString() ?? null };
  return { ...answer, includedReviews, wait, forecast };
}
