import { panelDays, placesKept } from '#contract/versions/version-rules.ts';
import type { Transaction } from '../adapters/database/database.ts';
import { refuse } from '../refusals.ts';
import type { LaterPlaces } from '../subscriptions/included-rules.ts';
import type { Places } from '../subscriptions/take-places.ts';
import { whoReturns } from './returning-reviewers.ts';
import {
  countReturning,
  insertPanel,
  inviteReturning,
  keepPlaces,
  lockFormer,
  takeOpenPlaces,
} from './versions-store.ts';

const day = 24 * 3600 * 1000;

export interface FormerVersion {
  readonly formerId: string;
  readonly artistId: string;
  readonly movesPlaces: boolean;
  /** Where the places of the new version come from. */
  readonly placesFrom: Places['placesFrom'];
}

export interface NewVersion {
  readonly version: number;
  /** Places that leave the former version. */
  readonly movedPlaces: number;
  /** Those of them that open later. */
  readonly movedLater: LaterPlaces | null;
}

/**
 * Whether open places may move. Those of a plan stay with the plan, so that a refund closes them and the days before a refund bound
 * them; those of the free budget stay free.
 */
export const mayMove = (former: Places['placesFrom'] | 'before', placesFrom: Places['placesFrom']): boolean =>
  former === 'before' || former === placesFrom;

/**
 * Makes room for a new version of the artist's own track: its number, and the open places that move to it where the
 * artist wants so. Refuses not_found, track_deleted.
 */
export async function makeRoomForVersion(
  tx: Transaction,
  { formerId, artistId, placesFrom, ...asked }: FormerVersion,
): Promise<NewVersion> {
  const former = await lockFormer.one(tx, { formerId, artistId });
  if (!former) return refuse('not_found');
  if (former.status === 'deleted') refuse('track_deleted');
  if (former.status === 'taken_down') refuse('track_taken_down');
  const movesPlaces = asked.movesPlaces && mayMove(former.placesFrom, placesFrom);
  if (movesPlaces) await takeOpenPlaces.run(tx, { formerId });
  const { openPlaces, laterPlaces, laterAt } = former;
  const places = Math.min(laterPlaces, openPlaces);
  return {
    version: former.version + 1,
    movedPlaces: movesPlaces ? openPlaces : 0,
    movedLater: movesPlaces && laterAt !== null ? { places, opensAt: laterAt } : null,
  };
}

interface Panel {
  readonly trackId: string;
  readonly formerId: string;
  readonly artistId: string;
  readonly reviewTarget: number;
}

/** Keeps half of a new version's places for who knows the former one, for some days; none where too few do. */
export async function beginPanel(
  tx: Transaction,
  { trackId, formerId, artistId, reviewTarget }: Panel,
  now: Date,
): Promise<void> {
  const returning = await whoReturns(tx, { formerId, artistId }, now);
  const { listeners } = await countReturning.only(tx, returning);
  const size = placesKept(reviewTarget, listeners);
  if (size === 0) return;
  const endsAt = new Date(now.getTime() + panelDays * day);
  await insertPanel.run(tx, { trackId, formerId, size, now, endsAt });
  await inviteReturning.run(tx, { ...returning, trackId, now });
  await keepPlaces.run(tx, { trackId, places: size });
}
