/** What a listener can say of a moment while a track plays, in the order of the keys 1, 2, 3. */
export const momentKinds = ['love', 'lost', 'skip'] as const;
export type MomentKind = (typeof momentKinds)[number];

export const momentLabels: Readonly<Record<MomentKind, string>> = {
  love: 'Love it',
  lost: 'Lost me',
  skip: "I'd skip here",
};

/** A listener marks each kind once in so many seconds of the track. */
export const momentGapSeconds = 5;

/** Whether a mark stands so near to this second that another of its kind would be the same one. */
export const isSameMoment = (markedSecond: number, second: number): boolean =>
  Math.abs(markedSecond - second) < momentGapSeconds;
