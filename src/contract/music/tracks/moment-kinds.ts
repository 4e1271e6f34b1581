/** The marks that a listener can set while a track plays, in the order of the keys 1, 2, 3. */
export const momentKinds = ['love', 'lost', 'skip'] as const;
export type MomentKind = (typeof momentKinds)[number];

export const momentLabels: Readonly<Record<MomentKind, string>> = {
  love: 'Love it',
  lost: 'Lost me',
  skip: "I'd skip here",
};

/** Minimum distance in seconds of the track between two marks of one kind. */
export const momentGapSeconds = 5;

/** Whether a mark is so close to this second that another of its kind would be a duplicate. */
export const isSameMoment = (markedSecond: number, second: number): boolean =>
  Math.abs(markedSecond - second) < momentGapSeconds;
