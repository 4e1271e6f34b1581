export const openedWithinHours = 24;

export interface OpenedTrack {
  readonly trackId: string;
  readonly openedAt: Date;
}

/**
 * When the listener may open another track; null means now. A track already open may always continue.
 * @param opened tracks opened in the last 24 hours without a review, earliest first
 */
export function mayOpenFrom(opened: readonly OpenedTrack[], most: number, trackId: string): Date | null {
  if (opened.length < most || opened.some((one) => one.trackId === trackId)) return null;
  const first = opened[opened.length - most];
  return first ? new Date(first.openedAt.getTime() + openedWithinHours * 3_600_000) : null;
}
