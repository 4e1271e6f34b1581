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
class KWeighting {
  readonly #shelf: Biquad;
  readonly #pass: Biquad;
  #shelf1 = 0;
  #shelf2 = 0;
  #pass1 = 0;
  #pass2 = 0;

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

/** ITU-R BS.1770-4: blocks of 400 ms, a new one every 100 ms. */
const STEPS_PER_SECOND = 10;
const STEPS_PER_BLOCK = 4;
const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;

/** Blocks are counted in a histogram, so memory does not grow with the track. */
const BINS_PER_LU = 100;
const LOUDEST_LUFS = 30;
const BINS = (LOUDEST_LUFS - ABSOLUTE_GATE_LUFS) * BINS_PER_LU;

const loudnessOf = (meanSquare: number): number => -0.691 + 10 * Math.log10(meanSquare);

/**
 * Measures a track's integrated loudness during decoding (ITU-R BS.1770-4: K-weighting, gated at -70 LUFS and at 10 LU
 * below the mean of the rest).
 */
export class LoudnessMeter {
  readonly #sampleRate: number;
  readonly #filters: KWeighting[];
  readonly #energies = new Float64Array(BINS);
  readonly #blocks = new Uint32Array(BINS);
  /** Energies of the latest complete steps, oldest first. */
  #steps: number[] = [];
  #stepEnergy = 0;
  #stepLeft: number;

  /** `sampleRate` in hertz; `channels` is 1 or 2 (left and right weigh the same). */
  constructor(sampleRate: number, channels: number) {
    this.#sampleRate = sampleRate;
    this.#filters = Array.from({ length: channels }, () => new KWeighting(sampleRate));
    this.#stepLeft = this.#samplesPerStep;
  }

  get #samplesPerStep(): number {
    return Math.round(this.#sampleRate / STEPS_PER_SECOND);
  }

  /** Adds the next samples of every channel, from -1 to 1. */
  push(channels: readonly Float32Array[]): void {
    const length = channels[0]?.length ?? 0;
    for (let from = 0; from < length; ) {
      const to = Math.min(length, from + this.#stepLeft);
      this.#filters.forEach((filter, i) => {
        const samples = channels[i];
        if (samples !== undefined) this.#stepEnergy += filter.energyOf(samples, from, to);
      });
      this.#stepLeft -= to - from;
      from = to;
      if (this.#stepLeft === 0) this.#finishStep();
    }
  }

  #finishStep(): void {
    this.#steps = [...this.#steps.slice(1 - STEPS_PER_BLOCK), this.#stepEnergy];
    this.#stepEnergy = 0;
    this.#stepLeft = this.#samplesPerStep;
    if (this.#steps.length < STEPS_PER_BLOCK) return;
    const energy = this.#steps.reduce((sum, step) => sum + step, 0);
    const meanSquare = energy / (STEPS_PER_BLOCK * this.#samplesPerStep);
    const loudness = loudnessOf(meanSquare);
    if (loudness < ABSOLUTE_GATE_LUFS) return;
    const bin = Math.min(BINS - 1, Math.floor((loudness - ABSOLUTE_GATE_LUFS) * BINS_PER_LU));
    this.#energies[bin] = (this.#energies[bin] ?? 0) + meanSquare;
    this.#blocks[bin] = (this.#blocks[bin] ?? 0) + 1;
  }

  /** Integrated loudness in LUFS; null for silence and for less than one 400 ms block. */
  integrated(): number | null {
    const ungated = this.#meanFrom(0);
    if (ungated === null) return null;
    const gate = loudnessOf(ungated) + RELATIVE_GATE_LU;
    const mean = this.#meanFrom(Math.max(0, Math.ceil((gate - ABSOLUTE_GATE_LUFS) * BINS_PER_LU)));
    return mean === null ? null : loudnessOf(mean);
  }

  #meanFrom(firstBin: number): number | null {
    let energy = 0;
    let blocks = 0;
    for (let bin = firstBin; bin < BINS; bin++) {
      energy += this.#energies[bin] ?? 0;
      blocks += this.#blocks[bin] ?? 0;
    }
    return blocks === 0 ? null : energy / blocks;
  }
}
