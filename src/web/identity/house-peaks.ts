/** The level of the landing page's picture track: a quiet start, two swells and a fade. 160 values from 0 to 1. */
export const housePeaks: readonly number[] = Array.from({ length: 160 }, (_, at) => {
  const place = at / 159;
  const rise = Math.min(1, place * 5 + 0.18) * Math.min(1, (1 - place) * 9 + 0.15);
  const swell = 0.62 + 0.3 * Math.sin(place * 11 - 1.2);
  const grain = 0.22 * Math.sin(at * 2.399) + 0.12 * Math.sin(at * 5.13);
  return Math.max(0.08, Math.min(1, rise * (swell + grain)));
});
