/** Letters of five by seven dots, as in the review page's lights; rows from the top, one bit per dot. */
const letters: Readonly<Record<string, readonly number[]>> = {
  ' ': [0, 0, 0, 0, 0, 0, 0],
  '0': [14, 17, 19, 21, 25, 17, 14],
  '1': [4, 12, 4, 4, 4, 4, 14],
  '2': [14, 17, 1, 6, 8, 16, 31],
  '3': [31, 2, 4, 2, 1, 17, 14],
  '4': [2, 6, 10, 18, 31, 2, 2],
  '5': [31, 16, 30, 1, 1, 17, 14],
  '6': [6, 8, 16, 30, 17, 17, 14],
  '7': [31, 1, 2, 4, 8, 8, 8],
  '8': [14, 17, 17, 14, 17, 17, 14],
  '9': [14, 17, 17, 15, 1, 2, 12],
  A: [14, 17, 17, 31, 17, 17, 17],
  D: [30, 17, 17, 17, 17, 17, 30],
  E: [31, 16, 16, 30, 16, 16, 31],
  F: [31, 16, 16, 30, 16, 16, 16],
  H: [17, 17, 17, 31, 17, 17, 17],
  I: [14, 4, 4, 4, 4, 4, 14],
  L: [16, 16, 16, 16, 16, 16, 31],
  N: [17, 25, 21, 19, 17, 17, 17],
  O: [14, 17, 17, 17, 17, 17, 14],
  P: [30, 17, 17, 30, 16, 16, 16],
  R: [30, 17, 17, 30, 20, 18, 17],
  S: [15, 16, 16, 14, 1, 1, 30],
  T: [31, 4, 4, 4, 4, 4, 4],
  Y: [17, 17, 10, 4, 4, 4, 4],
};

function rowsOfLetter(letter: string): readonly number[] {
  const rows = letters[letter];
  if (!rows) throw new Error(`There is no letter of dots for "${letter}".`);
  return rows;
}
const [across, down] = [5, 7];
const dotsOfLetter = across + 1;

export interface DotLine {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Pixels from one dot to the next. */
  readonly step: number;
}

/** The largest step at which the text fits. */
export const stepToFit = (text: string, width: number, most: number): number =>
  Math.min(most, Math.floor(width / (text.length * dotsOfLetter)));

/** The lit ranges of a line in one row of pixels. */
export function litStretches({ text, x, y, step }: DotLine, row: number): { from: number; to: number }[] {
  const place = Math.floor((row - y) / step);
  const isGap = (row - y) % step >= step - Math.max(1, Math.floor(step / 5));
  if (row < y || place >= down || isGap) return [];
  const lit = step - Math.max(1, Math.floor(step / 5));
  return [...text].flatMap((letter, at) => {
    const bits = rowsOfLetter(letter)[place] ?? 0;
    return Array.from({ length: across }, (_, dot) => dot)
      .filter((dot) => (bits >> (across - 1 - dot)) & 1)
      .map((dot) => {
        const from = x + (at * dotsOfLetter + dot) * step;
        return { from, to: from + lit };
      });
  });
}
