import type { NewVersionOffer, VersionPlaces } from '#contract/music/versions/versions.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import type { OfVersion } from '../../plans/forecast-rules.ts';
import { forecastUpload } from '../../plans/forecast-upload.ts';
import { nextUpload } from '../../plans/next-upload.ts';
import { findingChance, leastChoosers } from '../../statistics/preference.ts';
import { countReturningReviewers } from './returning-reviewers.ts';
import { keptFor, movedFrom, noMoved } from './version-rules.ts';
import { latestVersion, readFormer } from './versions-store.ts';

/** An artist's track, and a target below the plan's if one was chosen. */
interface Asked {
  readonly artistId: string;
  readonly formerId: string;
  readonly wantedTarget?: number | undefined;
}

/**
 * What a new version of the artist's own track would get.
 * @throws Refusal not_found, track_deleted, track_taken_down
 */
export async function readNewVersionOffer(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config' | 'keys'>,
  { artistId, formerId, wantedTarget }: Asked,
): Promise<NewVersionOffer> {
  const { database } = deps;
  const now = deps.clock.now();
  const former = await readFormer.one(database, { formerId, artistId });
  if (!former) return refuse('not_found');
  if (former.status === 'deleted') refuse('track_deleted');
  if (former.status === 'taken_down') refuse('track_taken_down');
  const [next, returningReviewers, latest] = await Promise.all([
    nextUpload(deps, artistId, now, wantedTarget),
    countReturningReviewers(database, { formerId, artistId }, now),
    latestVersion.only(database, { formerId }),
  ]);
  const moved = movedFrom(former, !next.hasBounds ? 'apart' : next.isOfPlan ? 'plan' : 'credit');
  const keptOf = keptFor(returningReviewers, now);
  const placesWith = async (version: OfVersion): Promise<VersionPlaces> => {
    const reviewTarget = next.reviewTarget + version.movedPlaces;
    const keptPlaces = keptOf(reviewTarget)?.places ?? 0;
    const forecast = await forecastUpload(database, next, version, now);
    return { reviewTarget, keptPlaces, panel: findings(keptPlaces), forecast };
  };
  return {
    formerId,
    formerTitle: former.title,
    genre: former.genre,
    version: latest.version + 1,
    formerVersion: former.version,
    openPlaces: moved.movedPlaces,
    returningReviewers,
    moving: await placesWith({ ...moved, keptOf }),
    staying: await placesWith({ ...noMoved, keptOf }),
  };
}

const findings = (choosers: number): VersionPlaces['panel'] =>
  choosers < leastChoosers
    ? null
    : {
        choosers,
        finds70: percent(findingChance(choosers, 0.7)),
        finds80: percent(findingChance(choosers, 0.8)),
      };

const percent = (chance: number): number => Math.round(100 * chance);
