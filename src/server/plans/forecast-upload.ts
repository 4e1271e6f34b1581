import type { Forecast } from '#contract/plans/subscriptions.ts';
import type { Queryable } from '../adapters/database/database.ts';
import { forecastOf, type OfVersion } from './forecast-rules.ts';
import type { NextUpload } from './next-upload.ts';
import { readSupply } from './supply-store.ts';

/**
 * The forecast for the next upload; null if the artist cannot upload, the reviews would wait, or limits do not apply to
 * the account.
 */
export async function forecastUpload(
  db: Queryable,
  next: NextUpload,
  version: OfVersion | undefined,
  now: Date,
): Promise<Forecast | null> {
  const { reviewTarget, later, isOfPlan } = next;
  if (!(next.hasBounds && next.answer.canUpload) || next.wait !== null) return null;
  const asked = { reviewTarget, later, version, rank: isOfPlan ? next.priorityWeight : 0 };
  return forecastOf(await readSupply.only(db, {}), asked, isOfPlan, now);
}
