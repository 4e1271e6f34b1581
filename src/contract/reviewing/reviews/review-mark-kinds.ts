/** An artist's private marks of a review. */
export const reviewMarkKinds = ['useful', 'answered', 'not_useful'] as const;
export type ReviewMarkKind = (typeof reviewMarkKinds)[number];

export const reviewMarkLabels: Readonly<Record<ReviewMarkKind, string>> = {
  useful: 'Useful',
  answered: 'Answered my question',
  not_useful: 'Not useful',
};

/** The reasons to choose from for a review that was not useful. */
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
