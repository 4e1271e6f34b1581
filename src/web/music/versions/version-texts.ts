import { panelDays } from '#contract/music/versions/version-rules.ts';
import type { NewVersionOffer, VersionPlaces } from '#contract/music/versions/versions.ts';

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** The new version's places, with or without the former one's open places. */
export const placesOf = ({ moving, staying }: NewVersionOffer, movesPlaces: boolean): VersionPlaces =>
  movesPlaces ? moving : staying;

/** The reviews that the new version gets. */
export const reviewsText = ({ reviewTarget }: VersionPlaces): string =>
  `It gets ${counted(reviewTarget, 'review', 'reviews')} and costs one upload, like any track.`;

/** Who will compare it with the former version, shown before the upload. */
export function panelText(
  {
    returningReviewers,
    version,
    formerVersion,
  }: Pick<NewVersionOffer, 'returningReviewers' | 'version' | 'formerVersion'>,
  { keptPlaces }: VersionPlaces,
): string {
  const former = `V${formerVersion}`;
  if (returningReviewers === 0)
    return `Nobody who reviewed ${former} can come back yet, so nobody compares the two. Every place is open to everyone.`;
  const know = `${counted(returningReviewers, 'listener who reviewed', 'listeners who reviewed')} ${former} can come back`;
  if (keptPlaces === 0)
    return `${know}. A comparison needs five of them, so every place is open to everyone.`;
  return `${know}. We hold ${counted(keptPlaces, 'place', 'places')} for them for ${panelDays} days. They compare ${former} and V${version} blind, at the same volume, and choose one. The other places go to new listeners.`;
}

/** What this many choosers can detect; null if none compare. */
export function findingText({ keptPlaces, panel }: VersionPlaces): string | null {
  if (keptPlaces === 0) return null;
  return panel === null
    ? 'It takes six choices to name a winner. Below that, you only see counts.'
    : `If 80 of 100 listeners prefer one version, a panel of ${panel.choosers} finds it ${panel.finds80} times in 100. If 70 do, ${panel.finds70} times. Otherwise it is too close to call.`;
}

/** That there are versions between the two; null if there are none. */
export const betweenText = ({
  version,
  formerVersion,
}: Pick<NewVersionOffer, 'version' | 'formerVersion'>) =>
  version === formerVersion + 1
    ? null
    : `V${version - 1} of this track exists already. V${version} is compared with V${formerVersion}.`;
