export interface SwellRange {
  /** rem */
  largest: number;
  /** rem */
  smallest: number;
}

/** The narrowest place a title may stand in: a 320 px screen less its margins, in rem. */
const narrowestPlace = 17;
/** em, with the word spacing of styles/music.css; of the fallback, whose blank is the wider: a line must not break until the face is there. */
const space = 0.34;

/** A short title stands on one line, a long one on up to four. */
function linesFor(total: number): number {
  if (total < 9) return 1;
  if (total < 22) return 2;
  return total < 40 ? 3 : 4;
}

/**
 * The size of a title from the widths of its words in em: as large as its place allows, the longest word always whole
 * unless that word would not fit at the smallest size, then it `breaks`.
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
