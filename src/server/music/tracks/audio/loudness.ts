import { KWeighting } from './k-weighting.ts';

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
