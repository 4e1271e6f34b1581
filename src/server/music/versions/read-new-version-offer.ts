import type { NewVersionOffer, VersionReviews } from '#contract/music/versions/versions.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { forecastPicked } from '../../plans/balance/forecast.ts';
import { nextUpload, pickedFor } from '../../plans/subscriptions/get-upload-eligibility.ts';
import { findingChance, leastChoosers } from '../../statistics/preference.ts';
import { countReturningReviewers } from './returning-reviewers.ts';
import { panelEnd, returningPlaces } from './version-rules.ts';
import { latestVersion, readFormer } from './versions-store.ts';

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
  if (former.status === 'deleted') refuse('track_deleted');
  if (former.status === 'taken_down') refuse('track_taken_down');
  const [next, returningReviewers, latest] = await Promise.all([
    nextUpload(deps, artistId, now),
    countReturningReviewers(database, { formerId, artistId }, now),
    latestVersion.only(database, { formerId }),
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
