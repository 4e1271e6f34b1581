import type { NewVersionOffer, VersionReviews } from '#contract/music/versions/versions.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { type TakenBack, takeBackReviews } from '../../plans/balance/assign-reviews.ts';
import { forecastPicked } from '../../plans/balance/forecast.ts';
import { nextUpload, pickedFor } from '../../plans/subscriptions/get-upload-eligibility.ts';
import { findingChance, leastChoosers } from '../../statistics/proportion.ts';
import { refuseGone } from './own-tracks.ts';
import { countReturningReviewers, whoReturns } from './panels.ts';
import { panelEnd, returningPlaces } from './version-rules.ts';
import {
  countReturning,
  insertPanel,
  inviteReturning,
  latestVersion,
  lockFormer,
  readFormer,
} from './versions-store.ts';

/** An artist's track, and how many reviews the new version is to get, if that was chosen. */
interface Asked {
  readonly artistId: string;
  readonly formerId: string;
  readonly reviews?: number | undefined;
}

/**
 * What a new version of the artist's own track would get.
 * @throws Refusal not_found, track_deleted, track_taken_down
 */
export async function readNewVersionOffer(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config' | 'keys'>,
  { artistId, formerId, reviews: wanted }: Asked,
): Promise<NewVersionOffer> {
  const { database } = deps;
  const now = deps.clock.now();
  const former = await readFormer.one(database, { formerId, artistId });
  if (!former) return refuse('not_found');
  if (former.status !== 'active') refuseGone(former.status);
  const [next, returningReviewers, latest] = await Promise.all([
    nextUpload(deps, artistId, now),
    countReturningReviewers(database, { formerId, artistId }, now),
    latestVersion.only(database, { trackId: formerId }),
  ]);
  const picked = pickedFor(next, wanted);
  const assigned = picked.reduce((sum, { reviews }) => sum + reviews, 0);
  const reviewsWith = async (taken: number): Promise<VersionReviews> => {
    const reviews = assigned + taken;
    const returning = returningPlaces(returningReviewers, reviews);
    const opensAt = returning > 0 ? panelEnd(now) : null;
    const isForecast = next.hasBounds && picked.length > 0;
    const forecast = isForecast
      ? await forecastPicked(database, picked, { reviewers: taken, opensAt, now })
      : null;
    return { reviews, returning, panel: findings(returning), forecast };
  };
  return {
    formerId,
    formerTitle: former.title,
    genre: former.genre,
    version: latest.version + 1,
    formerVersion: former.version,
    openPlaces: former.openPlaces,
    returningReviewers,
    takingBack: await reviewsWith(former.openPlaces),
    leaving: await reviewsWith(0),
  };
}

const findings = (choosers: number): VersionReviews['panel'] =>
  choosers < leastChoosers
    ? null
    : {
        choosers,
        finds70: percent(findingChance(choosers, 0.7)),
        finds80: percent(findingChance(choosers, 0.8)),
      };

const percent = (chance: number): number => Math.round(100 * chance);

interface FormerVersion {
  readonly formerId: string;
  readonly artistId: string;
  readonly takesBack: boolean;
}

/** A new version: its number, the reviews that were taken back for it, and who may compare it. */
export interface NewVersion {
  readonly formerId: string;
  readonly version: number;
  readonly taken: readonly TakenBack[];
  readonly returning: Awaited<ReturnType<typeof whoReturns>>;
  readonly listeners: number;
}

/**
 * Prepares a new version of the artist's own track: its number, and the open places of the former one, taken back if the
 * artist wants that. The caller has locked the artist.
 * @throws Refusal not_found, track_deleted, track_taken_down
 */
export async function makeRoomForVersion(
  tx: Transaction,
  { formerId, artistId, takesBack }: FormerVersion,
  now: Date,
): Promise<NewVersion> {
  const former = await lockFormer.one(tx, { formerId, artistId });
  if (!former) return refuse('not_found');
  if (former.status !== 'active') refuseGone(former.status);
  const taken = takesBack ? await takeBackReviews(tx, { trackId: formerId, reviews: 'all' }) : [];
  // Read once the former version is locked, so that two uploads at once get two numbers.
  const latest = await latestVersion.only(tx, { trackId: formerId });
  const returning = await whoReturns(tx, { formerId, artistId }, now);
  const { listeners } = await countReturning.only(tx, returning);
  return { formerId, version: latest.version + 1, taken, returning, listeners };
}

/** The reviews of a new version that are for returning reviewers first, and until when; undefined if there are none. */
export function returningPart({ listeners }: NewVersion, reviews: number, now: Date) {
  const places = returningPlaces(listeners, reviews);
  return places === 0 ? undefined : { reviews: places, until: panelEnd(now) };
}

/** Invites reviewers of the former version to compare it with the new one. */
export async function beginPanel(
  tx: Transaction,
  { formerId, returning }: NewVersion,
  panel: { readonly trackId: string; readonly size: number; readonly endsAt: Date; readonly now: Date },
): Promise<void> {
  await insertPanel.run(tx, { formerId, ...panel });
  const { trackId, now } = panel;
  await inviteReturning.run(tx, { ...returning, trackId, now });
}
