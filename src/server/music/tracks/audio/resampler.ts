/** Zero crossings of the filter on each side of its center. */
const crossings = 8;
/** The part of the new band that is preserved; the filter falls off in the rest. */
const band = 0.9;

/**
 * Resamples a stream with a sinc filter and a Hann window (Smith, "Digital Audio Resampling", 2002). Assumes silence
 * before the first sample.
 */
export class Resampler {
  readonly #step: number;
  readonly #reach: number;
  readonly #kernels: readonly Float32Array[];
  #waiting: Float32Array<ArrayBuffer>;
  #phase = 0;
  #begin = 0;

  /**
   * @param from hertz
   * @param to hertz
   */
  constructor(from: number, to: number) {
    const divisor = greatestCommonDivisor(from, to);
    this.#step = from / divisor;
    const phases = to / divisor;
    const width = Math.max(1, from / to);
    this.#reach = Math.ceil(crossings * width);
    this.#kernels = Array.from({ length: phases }, (_, phase) =>
      kernel({ offset: phase / phases, reach: this.#reach, width }),
    );
    this.#waiting = new Float32Array(this.#reach);
  }

  push(samples: Float32Array): Float32Array {
    const input = new Float32Array(this.#waiting.length - this.#begin + samples.length);
    input.set(this.#waiting.subarray(this.#begin));
    input.set(samples, this.#waiting.length - this.#begin);
    const length = 2 * this.#reach + 1;
    const output = new Float32Array(Math.ceil((input.length * this.#kernels.length) / this.#step) + 1);
    let at = 0;
    let made = 0;
    while (at + length <= input.length) {
      output[made++] = dot(input, at, this.#kernels[this.#phase] ?? nothing);
      this.#phase += this.#step;
      at += Math.floor(this.#phase / this.#kernels.length);
      this.#phase %= this.#kernels.length;
    }
    this.#waiting = input;
    this.#begin = Math.min(at, input.length);
    return output.subarray(0, made);
  }
}

const nothing = new Float32Array();

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b);

/** The filter for one fractional position between two samples. */
function kernel({ offset, reach, width }: { offset: number; reach: number; width: number }): Float32Array {
  const weights = Float32Array.from({ length: 2 * reach + 1 }, (_, i) => {
    const distance = (i - reach - offset) / width;
    if (Math.abs(distance) >= crossings) return 0;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / crossings);
    return window * sinc(band * distance);
  });
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => weight / sum);
}

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

function dot(input: Float32Array, at: number, weights: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += (input[at + i] ?? 0) * (weights[i] ?? 0);
  return sum;
}
