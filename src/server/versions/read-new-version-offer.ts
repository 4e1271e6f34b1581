import { placesKept } from '#contract/versions/version-rules.ts';
import type { NewVersionOffer } from '#contract/versions/versions.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuse } from '../refusals.ts';
import { findingChance, leastChoosers } from '../statistics/preference.ts';
import { nextUpload } from '../subscriptions/next-upload.ts';
import { mayMove } from './link-version.ts';
import { countReturningReviewers } from './returning-reviewers.ts';
import { readFormer } from './versions-store.ts';

/** What a new version of the artist's own track would get. Refuses not_found, track_deleted. */
export async function readNewVersionOffer(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  artistId: string,
  formerId: string,
): Promise<NewVersionOffer> {
  const { database } = deps;
  const now = deps.clock.now();
  const former = await readFormer.one(database, { formerId, artistId });
  if (!former) return refuse('not_found');
  if (former.status === 'deleted') refuse('track_deleted');
  if (former.status === 'taken_down') refuse('track_taken_down');
  const [{ reviewTarget, hasBounds, isOfPlan }, returningReviewers] = await Promise.all([
    nextUpload(deps, artistId, now),
    countReturningReviewers(database, { formerId, artistId }, now),
  ]);
  const { title, genre, version } = former;
  const placesFrom = !hasBounds ? 'apart' : isOfPlan ? 'plan' : 'credit';
  const openPlaces = mayMove(former.placesFrom, placesFrom) ? former.openPlaces : 0;
  return {
    ...{
      formerId,
      formerTitle: title,
      genre,
      version: version + 1,
      reviewTarget,
      openPlaces,
      returningReviewers,
    },
    panel: findings(placesKept(reviewTarget, returningReviewers)),
  };
}

const findings = (choosers: number): NewVersionOffer['panel'] =>
  choosers < leastChoosers
    ? null
    : {
        choosers,
        finds70: percent(findingChance(choosers, 0.7)),
        finds80: percent(findingChance(choosers, 0.8)),
      };

const percent = (chance: number): number => Math.round(100 * chance);
