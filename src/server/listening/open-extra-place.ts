import { cents } from '#contract/cents.ts';
import type { Transaction } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { addHousePlace, fewestReviews, fixExtraBudget, takeExtraPlace } from './extra-places-store.ts';

export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/**
 * Opens an extra paid place for a listener whose queue is empty, of the track with the fewest reviews. Undefined when the day's
 * budget is spent, or when there is no track for them.
 */
export async function openExtraPlace(
  { config }: Pick<Dependencies, 'config'>,
  tx: Transaction,
  { listenerId, now }: { listenerId: string; now: Date },
): Promise<string | undefined> {
  if (config.extraPlacesADayCents === 0) return undefined;
  const track = await fewestReviews.one(tx, { listenerId, butNot: null });
  if (!track) return undefined;
  const day = dayOf(now);
  await fixExtraBudget.run(tx, { day, budgetCents: cents(config.extraPlacesADayCents) });
  if (!(await takeExtraPlace.one(tx, { day }))) return undefined;
  await addHousePlace.run(tx, { trackId: track.id });
  return track.id;
}
