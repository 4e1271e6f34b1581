/** A day of 24 hours. */
export const dayMilliseconds = 24 * 3_600_000;
