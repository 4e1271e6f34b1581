export const openedWithinHours = 24;

export interface OpenedTrack {
  readonly trackId: string;
  readonly openedAt: Date;
}

/**
 * When a listener may open one more track; null when at once. One that is open already may always be heard on.
 * @param opened those of the last 24 hours without a review, the earliest first
 */
export function mayOpenFrom(opened: readonly OpenedTrack[], most: number, trackId: string): Date | null {
  if (opened.length < most || opened.some((one) => one.trackId === trackId)) return null;
  const first = opened[opened.length - most];
  return first ? new Date(first.openedAt.getTime() + openedWithinHours * 3_600_000) : null;
}
