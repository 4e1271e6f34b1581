import { cents } from '#contract/cents.ts';
import type { Queryable, Transaction } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
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
 * Opens an extra paid place for a listener whose queue is empty, of the track with the fewest reviews. Undefined when the day's
 * budget is spent, or when there is no track for them.
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
 * Extra places that the day's budget still pays for, less those whom somebody was told of and has not come for. Inside a transaction
 * nobody else counts until it ends.
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
  // Somebody may have deleted it since, or got a place of it: then others may still be there.
  return (await lockForExtra.one(tx, { trackId: track.id })) ? track.id : lockFewest(tx, listenerId);
}
