import { cents } from '#contract/cents.ts';
import type { Queryable, Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import {
  addExtraPlace,
  fewestReviews,
  fixExtraBudget,
  lockExtraBudget,
  lockForExtra,
  takeExtraPlace,
  toldOfExtra,
} from './extra-places-store.ts';

export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/**
 * Opens an extra paid place on the track with the fewest reviews, for a listener whose queue is empty. Undefined if the daily
 * budget is used up or no track fits.
 */
export async function openExtraPlace(
  { config }: Pick<Dependencies, 'config'>,
  tx: Transaction,
  { listenerId, now }: { listenerId: string; now: Date },
): Promise<string | undefined> {
  if (config.extraPlacesADayCents === 0) return undefined;
  const track = await lockFewest(tx, listenerId);
  if (track === undefined) return undefined;
  const day = dayOf(now);
  await fixExtraBudget.run(tx, { day, budgetCents: cents(config.extraPlacesADayCents) });
  if (!(await takeExtraPlace.one(tx, { day }))) return undefined;
  await addExtraPlace.run(tx, { trackId: track });
  return track;
}

/**
 * How many extra places today's budget still pays for, minus those that a notified listener has not taken yet. Inside a transaction
 * it locks the count until the end.
 */
export async function extraPlacesUntold(
  { config }: Pick<Dependencies, 'config'>,
  db: Queryable,
  now: Date,
): Promise<number> {
  if (config.extraPlacesADayCents === 0) return 0;
  const day = dayOf(now);
  await fixExtraBudget.run(db, { day, budgetCents: cents(config.extraPlacesADayCents) });
  const { places } = await lockExtraBudget.only(db, { day });
  return places - (await toldOfExtra.only(db, {})).told;
}

async function lockFewest(tx: Transaction, listenerId: string): Promise<string | undefined> {
  const track = await fewestReviews.one(tx, { listenerId, butNot: null });
  if (!track) return undefined;
  // The track may have been deleted or filled since; then another one may still have a place.
  return (await lockForExtra.one(tx, { trackId: track.id })) ? track.id : lockFewest(tx, listenerId);
}
