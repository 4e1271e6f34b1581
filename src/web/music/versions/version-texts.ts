import { panelDays } from '#contract/music/versions/version-rules.ts';
import type { NewVersionOffer, VersionReviews } from '#contract/music/versions/versions.ts';

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** What the new version gets, with or without taking back the former one's open reviews. */
export const reviewsOf = ({ takingBack, leaving }: NewVersionOffer, takesBack: boolean): VersionReviews =>
  takesBack ? takingBack : leaving;

/** The reviews that the new version gets. */
export const reviewsText = ({ reviews }: VersionReviews): string =>
  `It gets ${counted(reviews, 'review', 'reviews')} and costs one upload, like any track.`;

/** Who will compare it with the former version, shown before the upload. */
export function panelText(
  {
    returningReviewers,
    version,
    formerVersion,
  }: Pick<NewVersionOffer, 'returningReviewers' | 'version' | 'formerVersion'>,
  { returning }: VersionReviews,
): string {
  const former = `V${formerVersion}`;
  if (returningReviewers === 0)
    return `No one who reviewed ${former} can come back yet, so there’s no one to compare them. V${version} goes to new listeners.`;
  const know = `${counted(returningReviewers, 'listener who reviewed', 'listeners who reviewed')} ${former} can come back`;
  if (returning === 0)
    return `${know}. A comparison needs five of them, so its reviews are open to everyone.`;
  return `${know}. For ${panelDays} days, ${counted(returning, 'review is', 'reviews are')} for them first. They compare ${former} and V${version} blind, at the same volume, and choose one. The others go to new listeners.`;
}

/** What this many choosers can detect; null if none compare. */
export function findingText({ returning, panel }: VersionReviews): string | null {
  if (returning === 0) return null;
  return panel === null
    ? 'It takes six choices to name a winner. Below that, you only see counts.'
    : `${panel.choosers} listeners will ${panel.finds80 >= 50 ? 'usually' : 'sometimes'} spot a clear winner (80/20). A smaller difference often comes out too close to call.`;
}

/** That there are versions between the two; null if there are none. */
export const betweenText = ({
  version,
  formerVersion,
}: Pick<NewVersionOffer, 'version' | 'formerVersion'>) =>
  version === formerVersion + 1
    ? null
    : `V${version - 1} of this track exists already. V${version} is compared with V${formerVersion}.`;
