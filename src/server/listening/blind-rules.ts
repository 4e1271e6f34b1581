/** Neighbors that share one height, and how many heights there are. */
const [together, heights] = [8, 16];

/**
 * Peaks for who hears a track blind: a rough outline to find one's way, not the picture that public lists show of it, by
 * which it could be looked up.
 */
export function blurredPeaks(peaks: Buffer | null): Buffer | null {
  if (peaks === null) return null;
  const step = 255 / (heights - 1);
  const blurred = Buffer.alloc(peaks.length);
  for (let from = 0; from < peaks.length; from += together) {
    const some = peaks.subarray(from, from + together);
    const mean = some.reduce((sum, peak) => sum + peak, 0) / some.length;
    blurred.fill(Math.round(Math.round(mean / step) * step), from, from + together);
  }
  return blurred;
}
