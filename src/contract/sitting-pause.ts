/** A pause this long between two reviews ends a listener's sitting. */
export const sittingPauseMilliseconds = 30 * 60_000;
