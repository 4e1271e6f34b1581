/** Coefficients of a second-order filter with a0 = 1. */
interface Biquad {
  b0: number;
  b1: number;
  b2: number;
  a1: number;
  a2: number;
}

/**
 * Models the head: a shelf of +4 dB above 1.7 kHz. ITU-R BS.1770-4, annex 1, table 1 has the coefficients for 48 kHz;
 * these are the analog parameters behind them, from which coefficients for any rate follow.
 */
function highShelf(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const middle = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b0: (high + (middle * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (middle * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
}

/** Models the ear's insensitivity below 60 Hz: BS.1770-4, annex 1, table 2, from its analog parameters as above. */
function highPass(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
}

/** A channel's K-weighting filter (ITU-R BS.1770-4), which approximates hearing before the energy is measured. */
export class KWeighting {
  readonly #shelf: Biquad;
  readonly #pass: Biquad;
  #shelf1 = 0;
  #shelf2 = 0;
  #pass1 = 0;
  #pass2 = 0;

  /** `sampleRate` in hertz. */
  constructor(sampleRate: number) {
    this.#shelf = highShelf(sampleRate);
    this.#pass = highPass(sampleRate);
  }

  /** The energy (sum of squares) of the filtered samples from `from` up to `to`. Continues where it stopped. */
  energyOf(samples: Float32Array, from: number, to: number): number {
    const { b0, b1, b2, a1, a2 } = this.#shelf;
    const { a1: c1, a2: c2 } = this.#pass;
    let [s1, s2, p1, p2, energy] = [this.#shelf1, this.#shelf2, this.#pass1, this.#pass2, 0];
    for (let i = from; i < to; i++) {
      const input = samples[i] ?? 0;
      const shelved = b0 * input + s1;
      s1 = b1 * input - a1 * shelved + s2;
      s2 = b2 * input - a2 * shelved;
      const passed = shelved + p1;
      p1 = -2 * shelved - c1 * passed + p2;
      p2 = shelved - c2 * passed;
      energy += passed * passed;
    }
    this.#shelf1 = quiet(s1);
    this.#shelf2 = quiet(s2);
    this.#pass1 = quiet(p1);
    this.#pass2 = quiet(p2);
    return energy;
  }
}

/** Filters ring forever, and denormal numbers are slow. */
const quiet = (state: number): number => (Math.abs(state) < 1e-30 ? 0 : state);
