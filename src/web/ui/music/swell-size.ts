export interface SwellRange {
  /** In rem. */
  largest: number;
  /** In rem. */
  smallest: number;
  /** The most lines: with two, what does not fit at the smallest size is cut off. */
  lines: 2 | 4;
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

const lineWidth = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width + space, -space);

/** The longer of two lines, broken where that is shortest. */
const longerOfTwo = (widths: readonly number[]): number =>
  Math.min(
    ...widths.map((_, place) =>
      Math.max(lineWidth(widths.slice(0, place + 1)), lineWidth(widths.slice(place + 1))),
    ),
  );

/** The share of the container that one em of the longest line may take. */
function shareOfLine(widths: readonly number[], most: SwellRange['lines']): number {
  const whole = Math.max(1, lineWidth(widths));
  const lines = linesFor(whole + space);
  if (lines === 1) return 99 / whole;
  return most === 2 ? 98 / longerOfTwo(widths) : (lines * 82) / whole;
}

/**
 * A title's size from the widths of its words in em: as large as the container allows, without splitting the longest
 * word. Only a word that does not fit at the smallest size `breaks`.
 */
export function swellSize(widths: readonly number[], { largest, smallest, lines }: SwellRange) {
  const breaks = (width: number) => width * smallest > narrowestPlace;
  const longest = Math.max(1, ...widths.filter((width) => !breaks(width)));
  const wholeWord = 99 / longest;
  const fit = Math.min(wholeWord, shareOfLine(widths, lines)).toFixed(2);
  const least = `min(${smallest}rem, ${wholeWord.toFixed(2)}cqi)`;
  return { fontSize: `clamp(${least}, ${fit}cqi, ${largest}rem)`, breaks };
}
