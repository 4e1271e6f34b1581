/** The landing page's picture track, and the needle's position. Its waveform is a drawing, not music. */
export const pictureTrack = { id: 'opening', seconds: 119 } as const;
export const needleStart = 26;

const step = 250;

/**
 * Moves the needle at playing speed, from the end back to the start; not with reduced motion or in a hidden tab.
 * Returns the function that stops it.
 */
export function moveNeedle(moved: (seconds: number) => void): () => void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return () => undefined;
  let at = needleStart;
  const timer = setInterval(() => {
    if (document.visibilityState !== 'visible') return;
    at = (at + step / 1000) % pictureTrack.seconds;
    moved(at);
  }, step);
  return () => clearInterval(timer);
}
