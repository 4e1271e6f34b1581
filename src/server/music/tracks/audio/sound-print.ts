import { PowerSpectrum } from './power-spectrum.ts';
import { NotePicture, noteCount, rowsOfTerm, termAt } from './print-terms.ts';
import { Resampler } from './resampler.ts';

const sampleRate = 11_025;
/** Samples per transform, and from one to the next: an eighth of a second. */
const stretch = 4096;
const hop = 1365;
/** Seconds from the start that are enough to recognize a track. */
const longestSeconds = 120;
const [lowest, highest] = [28, 3520];
/** Weights that smooth a row with the two before and after it. */
const smoothing = [0.25, 0.75, 1, 0.75, 0.25] as const;
/** A row with a smaller norm counts as silence. */
const leastNorm = 0.01;

const frequencyOf = (bin: number): number => (bin * sampleRate) / stretch;
const binOf = (frequency: number): number => Math.round((stretch * frequency) / sampleRate);
const bins = Array.from({ length: binOf(highest) - binOf(lowest) }, (_, i) => binOf(lowest) + i);
/** Octaves are counted from A0. */
const notes = bins.map((bin) => {
  const octave = Math.log2(frequencyOf(bin) / 27.5);
  return Math.floor(noteCount * (octave - Math.floor(octave)));
});

/**
 * Computes a track's acoustic fingerprint during decoding: 32 bits per eighth of a second that stay nearly the same if
 * the recording is re-encoded, made louder or trimmed. Method and constants are Chromaprint's.
 */
export class SoundPrinter {
  readonly #resampler: Resampler;
  readonly #spectrum = new PowerSpectrum(stretch);
  readonly #picture = new NotePicture();
  readonly #lastRows: Float64Array[] = [];
  #waiting: Float32Array<ArrayBufferLike> = new Float32Array();
  #samplesLeft: number;

  /** @param rate of the incoming sound in hertz */
  constructor(rate: number) {
    this.#resampler = new Resampler(rate, sampleRate);
    this.#samplesLeft = longestSeconds * rate;
  }

  /** Adds the next samples of every channel, from -1 to 1. */
  push(channels: readonly Float32Array[]): void {
    if (this.#samplesLeft <= 0) return;
    const mono = mixed(channels).subarray(0, this.#samplesLeft);
    this.#samplesLeft -= mono.length;
    const samples = joined(this.#waiting, this.#resampler.push(mono));
    let begin = 0;
    for (; begin + stretch <= samples.length; begin += hop) {
      this.#addRow(notesOf(this.#spectrum.of(samples, begin)));
    }
    this.#waiting = samples.slice(begin);
  }

  /** One term per sixteen rows; empty for less than three seconds. */
  print(): Int32Array {
    const length = Math.max(0, this.#picture.rows - rowsOfTerm + 1);
    return Int32Array.from({ length }, (_, row) => termAt(this.#picture, row));
  }

  #addRow(row: Float64Array): void {
    this.#lastRows.push(row);
    if (this.#lastRows.length < smoothing.length) return;
    this.#picture.push(normalized(smoothed(this.#lastRows)));
    this.#lastRows.shift();
  }
}

function mixed([left, right]: readonly Float32Array[]): Float32Array {
  if (left === undefined || right === undefined) return left ?? new Float32Array();
  const mono = new Float32Array(left.length);
  for (let i = 0; i < mono.length; i++) mono[i] = ((left[i] ?? 0) + (right[i] ?? 0)) / 2;
  return mono;
}

function joined(first: Float32Array, second: Float32Array): Float32Array {
  const all = new Float32Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function notesOf(power: (bin: number) => number): Float64Array {
  const row = new Float64Array(noteCount);
  for (const [i, bin] of bins.entries()) {
    const note = notes[i] ?? 0;
    row[note] = (row[note] ?? 0) + power(bin);
  }
  return row;
}

const smoothed = (rows: readonly Float64Array[]): Float64Array =>
  new Float64Array(noteCount).map((_, note) =>
    rows.reduce((sum, row, i) => sum + (row[note] ?? 0) * (smoothing[i] ?? 0), 0),
  );

function normalized(row: Float64Array): Float64Array {
  const norm = Math.hypot(...row);
  return norm < leastNorm ? new Float64Array(noteCount) : row.map((value) => value / norm);
}
