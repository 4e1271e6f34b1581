const delays = [1000, 2000, 4000, 8000, 15_000, 30_000];

/** How long to wait after so many failures in a row; null when it is time to say that the upload failed. */
export const resumeDelayMilliseconds = (failures: number): number | null => delays[failures - 1] ?? null;
