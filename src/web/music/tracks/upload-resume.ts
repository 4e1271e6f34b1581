const delays = [1000, 2000, 4000, 8000, 15_000, 30_000];

/** The delay after this many failures in a row; null when the upload has failed. */
export const resumeDelayMilliseconds = (failures: number): number | null => delays[failures - 1] ?? null;
