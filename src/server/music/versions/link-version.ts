import type { Transaction } from '../../adapters/database/database.ts';
import { refuse } from '../../foundation/refusals.ts';
import type { OfVersion } from '../../plans/forecast-rules.ts';
import type { PlacesFrom } from '../../plans/included-rules.ts';
import { whoReturns } from './returning-reviewers.ts';
import { keptFor, movedFrom, noMoved, panelEnd } from './version-rules.ts';
import {
  countReturning,
  insertPanel,
  inviteReturning,
  keepPlaces,
  latestVersion,
  lockFormer,
  takeOpenPlaces,
} from './versions-store.ts';

export interface FormerVersion {
  readonly formerId: string;
  readonly artistId: string;
  readonly movesPlaces: boolean;
  /** The source of the new version's places. */
  readonly placesFrom: PlacesFrom;
}

/** A new version: its number, its additional places, and who may compare it. */
export interface NewVersion extends OfVersion {
  readonly formerId: string;
  readonly version: number;
  readonly returning: Awaited<ReturnType<typeof whoReturns>>;
}

/**
 * Prepares a new version of the artist's own track: its number, and the open places that move to it if the artist wants
 * that.
 * @throws Refusal not_found, track_deleted, track_taken_down
 */
export async function makeRoomForVersion(
  tx: Transaction,
  { formerId, artistId, placesFrom, movesPlaces }: FormerVersion,
  now: Date,
): Promise<NewVersion> {
  const former = await lockFormer.one(tx, { formerId, artistId });
  if (!former) return refuse('not_found');
  if (former.status === 'deleted') refuse('track_deleted');
  if (former.status === 'taken_down') refuse('track_taken_down');
  const moved = movesPlaces ? movedFrom(former, placesFrom) : noMoved;
  if (moved.movedPlaces > 0) await takeOpenPlaces.run(tx, { formerId });
  // Read once the former version is locked, so that two uploads at once get two numbers.
  const latest = await latestVersion.only(tx, { formerId });
  return {
    formerId,
    version: latest.version + 1,
    ...moved,
    ...(await whoMayCompare(tx, formerId, artistId, now)),
  };
}

/** Who may compare a new version with the former one now, and the places reserved for them. */
export async function whoMayCompare(
  tx: Transaction,
  formerId: string,
  artistId: string,
  now: Date,
): Promise<Pick<NewVersion, 'returning' | 'keptOf'>> {
  const returning = await whoReturns(tx, { formerId, artistId }, now);
  const { listeners } = await countReturning.only(tx, returning);
  return { returning, keptOf: keptFor(listeners, now) };
}

/**
 * Reserves half of a new version's places for reviewers of the former one, for some days; none if there are too few.
 */
export async function beginPanel(
  tx: Transaction,
  { formerId, returning, keptOf }: Pick<NewVersion, 'formerId' | 'returning' | 'keptOf'>,
  { trackId, reviewTarget }: { readonly trackId: string; readonly reviewTarget: number },
  now: Date,
): Promise<void> {
  const kept = keptOf(reviewTarget);
  if (kept === null) return;
  const { places: size } = kept;
  await insertPanel.run(tx, { trackId, formerId, size, now, endsAt: panelEnd(now) });
  await inviteReturning.run(tx, { ...returning, trackId, now });
  await keepPlaces.run(tx, { trackId, places: size });
}
