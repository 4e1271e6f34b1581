/** What an artist can say of a review, for nobody else to see. */
export const reviewMarkKinds = ['useful', 'answered', 'not_useful'] as const;
export type ReviewMarkKind = (typeof reviewMarkKinds)[number];

export const reviewMarkLabels: Readonly<Record<ReviewMarkKind, string>> = {
  useful: 'Useful',
  answered: 'Answered my question',
  not_useful: 'Not useful',
};

/** Why a review was not useful: the list to choose from. */
export const notUsefulReasons = {
  too_general: 'It could be about any track',
  other_track: 'It is not about this track',
  no_reasons: 'It does not say why',
  only_taste: 'It is only about their taste',
  hard_to_read: 'It is hard to understand',
  rude: 'It is rude',
} as const;

export type NotUsefulReason = keyof typeof notUsefulReasons;
export const notUsefulReasonCodes = Object.keys(notUsefulReasons) as [NotUsefulReason, ...NotUsefulReason[]];
