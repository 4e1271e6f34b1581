import type { Forecast } from '#contract/subscriptions/subscriptions.ts';
import type { Queryable } from '../adapters/database/database.ts';
import { forecastOf, type OfVersion } from './forecast-rules.ts';
import type { NextUpload } from './next-upload.ts';
import { readSupply } from './supply-store.ts';

/** When the next upload would have its reviews; null where nothing can be uploaded, where it waits, and without bounds. */
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
