/** Bars of a track's waveform. */
export const PEAK_COUNT = 800;

/**
 * Computes a track's waveform during decoding: the level (root mean square over all channels) of 800 equal parts. Not
 * the peak sample, because loud masters reach full scale everywhere.
 */
export class PeakMeter {
  readonly #energy = new Float64Array(PEAK_COUNT);
  readonly #counted = new Float64Array(PEAK_COUNT);
  readonly #samples: number;
  #position = 0;

  /** @param samples per channel in the whole track; a decoder may yield a few more or fewer */
  constructor(samples: number) {
    this.#samples = Math.max(1, samples);
  }

  /** Adds the next samples of every channel, from -1 to 1. */
  push(channels: readonly Float32Array[]): void {
    const length = channels[0]?.length ?? 0;
    for (let from = 0; from < length; ) {
      // Multiply before dividing: otherwise rounding could put an end before its start.
      const peak = Math.min(PEAK_COUNT - 1, Math.floor((this.#position * PEAK_COUNT) / this.#samples));
      const isLast = peak === PEAK_COUNT - 1;
      const peakEnd = isLast ? Infinity : Math.ceil(((peak + 1) * this.#samples) / PEAK_COUNT);
      const to = Math.min(length, from + peakEnd - this.#position);
      for (const channel of channels)
        this.#energy[peak] = (this.#energy[peak] ?? 0) + energyOf(channel, from, to);
      this.#counted[peak] = (this.#counted[peak] ?? 0) + (to - from) * channels.length;
      this.#position += to - from;
      from = to;
    }
  }

  /** 800 values from 0 (silence) to 255 (the level of the loudest part). */
  peaks(): Uint8Array<ArrayBuffer> {
    const levels = this.#energy.map((energy, i) => Math.sqrt(energy / (this.#counted[i] || 1)));
    const loudest = levels.reduce((most, level) => Math.max(most, level), 0) || 1;
    return Uint8Array.from(levels, (level) => Math.round((level / loudest) * 255));
  }
}

function energyOf(samples: Float32Array, from: number, to: number): number {
  let energy = 0;
  for (let i = from; i < to; i++) energy += (samples[i] ?? 0) ** 2;
  return energy;
}
