export interface SwellRange {
  /** In rem. */
  largest: number;
  /** In rem. */
  smallest: number;
}

/** The narrowest container of a title in rem: a 320 px screen minus its margins. */
const narrowestPlace = 17;
/**
 * In em, including the word spacing of styles/music.css. For the fallback font, whose space is wider, so that lines do
 * not break before the font has loaded.
 */
const space = 0.34;

/** Short titles fit on one line, long ones on up to four. */
function linesFor(total: number): number {
  if (total < 9) return 1;
  if (total < 22) return 2;
  return total < 40 ? 3 : 4;
}

/**
 * A title's size from the widths of its words in em: as large as the container allows, without splitting the longest
 * word. Only a word that does not fit at the smallest size `breaks`.
 */
export function swellSize(widths: readonly number[], { largest, smallest }: SwellRange) {
  const breaks = (width: number) => width * smallest > narrowestPlace;
  const total = widths.reduce((sum, width) => sum + width + space, 0);
  const longest = Math.max(1, ...widths.filter((width) => !breaks(width)));
  const lines = linesFor(total);
  const whole = Math.max(1, total - space);
  const share = lines === 1 ? 99 / whole : (lines * 82) / whole;
  const fit = Math.min(99 / longest, share).toFixed(2);
  return { fontSize: `clamp(${smallest}rem, ${fit}cqi, ${largest}rem)`, breaks };
}
