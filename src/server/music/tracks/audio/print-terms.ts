export const noteCount = 12;
/** Rows of the picture covered by a term. */
export const rowsOfTerm = 16;

/** What is compared within a window of the picture: the sum of some parts minus the sum of others. */
type Shape = 'all' | 'upper-less-lower' | 'later-less-earlier' | 'crossed' | 'middle-note' | 'middle-time';

interface Classifier {
  readonly shape: Shape;
  /** The window's first note, number of notes and number of rows. */
  readonly note: number;
  readonly notes: number;
  readonly rows: number;
  readonly steps: readonly [number, number, number];
}

const classifier = (
  shape: Shape,
  [note, notes, rows]: readonly [number, number, number],
  steps: Classifier['steps'],
): Classifier => ({ shape, note, notes, rows, steps });

/**
 * Chromaprint's sixteen classifiers ("test2"; copyright 2010-2016 Lukas Lalinsky, MIT license; Ke, Hoiem and
 * Sukthankar, 2005).
 */
const classifiers: readonly Classifier[] = [
  classifier('all', [4, 3, 15], [1.98215, 2.35817, 2.63523]),
  classifier('middle-note', [4, 6, 15], [-1.03809, -0.651211, -0.282167]),
  classifier('upper-less-lower', [0, 4, 16], [-0.298702, 0.119262, 0.558497]),
  classifier('crossed', [8, 2, 12], [-0.105439, 0.0153946, 0.135898]),
  classifier('crossed', [4, 4, 8], [-0.142891, 0.0258736, 0.200632]),
  classifier('middle-note', [0, 3, 5], [-0.826319, -0.590612, -0.368214]),
  classifier('upper-less-lower', [2, 2, 9], [-0.557409, -0.233035, 0.0534525]),
  classifier('later-less-earlier', [7, 3, 4], [-0.0646826, 0.00620476, 0.0784847]),
  classifier('later-less-earlier', [6, 2, 16], [-0.192387, -0.029699, 0.215855]),
  classifier('later-less-earlier', [1, 3, 2], [-0.0397818, -0.00568076, 0.0292026]),
  classifier('middle-time', [10, 1, 15], [-0.53823, -0.369934, -0.190235]),
  classifier('crossed', [6, 2, 10], [-0.124877, 0.0296483, 0.139239]),
  classifier('later-less-earlier', [1, 1, 14], [-0.101475, 0.0225617, 0.231971]),
  classifier('crossed', [5, 6, 4], [-0.0799915, -0.00729616, 0.063262]),
  classifier('upper-less-lower', [9, 2, 12], [-0.272556, 0.019424, 0.302559]),
  classifier('crossed', [4, 2, 14], [-0.164292, -0.0321188, 0.0846339]),
];

/** A chromagram as an integral image: one row per step in time, one column per note, with sums of any window. */
export class NotePicture {
  readonly #sums: Float64Array[] = [new Float64Array(noteCount)];

  push(row: Float64Array): void {
    const above = this.#sums.at(-1) ?? new Float64Array(noteCount);
    let sum = 0;
    this.#sums.push(
      row.map((value, note) => {
        sum += value;
        return sum + (above[note] ?? 0);
      }),
    );
  }

  get rows(): number {
    return this.#sums.length - 1;
  }

  /** The sum over the rows and notes of a window; both ends are exclusive. */
  area(row: number, note: number, endRow: number, endNote: number): number {
    const upTo = (rows: number, notes: number) => (notes === 0 ? 0 : (this.#sums[rows]?.[notes - 1] ?? 0));
    return upTo(endRow, endNote) - upTo(endRow, note) - upTo(row, endNote) + upTo(row, note);
  }
}

/** The 32-bit term of the sixteen rows from this one on: two bits per classifier, in Gray code. */
export function termAt(picture: NotePicture, row: number): number {
  let term = 0;
  for (const { steps, ...window } of classifiers) {
    const [added, taken] = parts(picture, row, window);
    const value = Math.log((1 + added) / (1 + taken));
    const step = steps.filter((limit) => value >= limit).length;
    term = (term << 2) | (step ^ (step >> 1));
  }
  return term;
}

function parts(
  picture: NotePicture,
  x: number,
  { shape, note: y, notes: h, rows: w }: Omit<Classifier, 'steps'>,
): [number, number] {
  const area = (row: number, note: number, endRow: number, endNote: number) =>
    picture.area(x + row, y + note, x + endRow, y + endNote);
  const [halfW, halfH] = [Math.floor(w / 2), Math.floor(h / 2)];
  const [thirdW, thirdH] = [Math.floor(w / 3), Math.floor(h / 3)];
  switch (shape) {
    case 'all':
      return [area(0, 0, w, h), 0];
    case 'upper-less-lower':
      return [area(0, halfH, w, h), area(0, 0, w, halfH)];
    case 'later-less-earlier':
      return [area(halfW, 0, w, h), area(0, 0, halfW, h)];
    case 'crossed':
      return [
        area(0, halfH, halfW, h) + area(halfW, 0, w, halfH),
        area(0, 0, halfW, halfH) + area(halfW, halfH, w, h),
      ];
    case 'middle-note':
      return [area(0, thirdH, w, 2 * thirdH), area(0, 0, w, thirdH) + area(0, 2 * thirdH, w, h)];
    case 'middle-time':
      return [area(thirdW, 0, 2 * thirdW, h), area(0, 0, thirdW, h) + area(2 * thirdW, 0, w, h)];
  }
}
