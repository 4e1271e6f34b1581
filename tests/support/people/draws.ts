import { seededRandom } from '#server/statistics/seeded-random.ts';

/** Random values of the distributions used for simulated listeners, from one seed. */
export class Draws {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  uniform(from = 0, to = 1): number {
    return from + (to - from) * this.#random();
  }

  /** An integer, with both bounds included. */
  whole(from: number, to: number): number {
    return Math.floor(this.uniform(from, to + 1));
  }

  happens(chance: number): boolean {
    return this.#random() < chance;
  }

  /** The Box-Muller method. */
  normal(mean = 0, deviation = 1): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.#random()));
    return mean + deviation * radius * Math.cos(2 * Math.PI * this.#random());
  }

  exponential(mean: number): number {
    return -mean * Math.log(1 - this.#random());
  }

  poisson(mean: number): number {
    let count = 0;
    for (let rest = Math.exp(-mean), left = this.#random(); left > rest; left *= this.#random()) count += 1;
    return count;
  }

  /** Marsaglia and Tsang (2000), for a shape of at least 1; a smaller shape takes one boost step. */
  gamma(shape: number): number {
    if (shape < 1) return this.gamma(shape + 1) * this.#random() ** (1 / shape);
    const d = shape - 1 / 3;
    for (;;) {
      const x = this.normal();
      const v = (1 + x / Math.sqrt(9 * d)) ** 3;
      if (v > 0 && Math.log(1 - this.#random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
    }
  }

  beta(a: number, b: number): number {
    const [x, y] = [this.gamma(a), this.gamma(b)];
    return x / (x + y);
  }
}

/** The standard normal distribution (Abramowitz and Stegun 7.1.26; error below 2e-7). */
export function normalProbability(x: number): number {
  const t = 1 / (1 + 0.3275911 * (Math.abs(x) / Math.SQRT2));
  const series =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  const upper = (series * Math.exp((-x * x) / 2)) / 2;
  return x < 0 ? upper : 1 - upper;
}
