/**
 * The power spectrum of a piece of sound with a Hamming window: an in-place radix-2 Fourier transform (Cooley and
 * Tukey, 1965).
 */
export class PowerSpectrum {
  readonly #window: Float64Array;
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;
  readonly #swapped: Uint32Array;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;

  /** @param size samples per transform, a power of two */
  constructor(size: number) {
    const indexed = (length: number, value: (i: number) => number) =>
      Float64Array.from({ length }, (_, i) => value(i));
    this.#window = indexed(size, (i) => 0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (size - 1)));
    this.#cosines = indexed(size / 2, (i) => Math.cos((2 * Math.PI * i) / size));
    this.#sines = indexed(size / 2, (i) => -Math.sin((2 * Math.PI * i) / size));
    const bits = Math.log2(size);
    this.#swapped = Uint32Array.from({ length: size }, (_, i) => reversed(i, bits));
    this.#real = new Float64Array(size);
    this.#imaginary = new Float64Array(size);
  }

  /** Transforms the samples from `begin` on; returns a function for the power of a frequency bin, from 0. */
  of(samples: Float32Array, begin: number): (frequency: number) => number {
    const [real, imaginary] = [this.#real, this.#imaginary];
    for (let i = 0; i < real.length; i++) {
      const from = this.#swapped[i] ?? 0;
      real[i] = (samples[begin + from] ?? 0) * (this.#window[from] ?? 0);
    }
    imaginary.fill(0);
    for (let half = 1; half < real.length; half *= 2) this.#combine(half);
    return (frequency) => (real[frequency] ?? 0) ** 2 + (imaginary[frequency] ?? 0) ** 2;
  }

  /** Combines neighboring transforms into ones of twice the length. */
  #combine(half: number): void {
    const real = this.#real;
    const imaginary = this.#imaginary;
    const cosines = this.#cosines;
    const sines = this.#sines;
    const stride = real.length / (2 * half);
    for (let begin = 0; begin < real.length; begin += 2 * half) {
      for (let i = 0; i < half; i++) {
        const low = begin + i;
        const high = low + half;
        const cosine = cosines[i * stride] ?? 0;
        const sine = sines[i * stride] ?? 0;
        const a = real[high] ?? 0;
        const b = imaginary[high] ?? 0;
        const turnedReal = a * cosine - b * sine;
        const turnedImaginary = a * sine + b * cosine;
        const c = real[low] ?? 0;
        const d = imaginary[low] ?? 0;
        real[high] = c - turnedReal;
        imaginary[high] = d - turnedImaginary;
        real[low] = c + turnedReal;
        imaginary[low] = d + turnedImaginary;
      }
    }
  }
}

function reversed(number: number, bits: number): number {
  let result = 0;
  for (let bit = 0; bit < bits; bit++) result = (result << 1) | ((number >> bit) & 1);
  return result;
}
