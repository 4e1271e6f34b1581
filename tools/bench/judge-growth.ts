/** The largest size costs at most this many times as much as the smallest. */
const most = 1.5;
/**
 * Smaller differences do not count as growth, whatever the ratio: an index may be one level deeper, or the machine
 * briefly busy.
 */
const little = { pages: 20, milliseconds: 2 };

/** The costs of a call, in the order of the sizes. */
export interface Costs {
  readonly milliseconds: readonly number[];
  /** Null for a call that writes. */
  readonly pages: readonly (number | null)[];
}

export interface Growth {
  readonly milliseconds: number;
  /** Undefined for a call that writes. */
  readonly pages: number | undefined;
  /** Whether the call must not become that much more expensive. */
  readonly isTooMuch: boolean;
}

/**
 * Compares the last size with the first. Pages do not depend on the load of the machine, but they are counted with a plan for the
 * given values. Only the time shows a plan that is bad for all values, so both count.
 */
export function judgeGrowth({ milliseconds, pages }: Costs): Growth {
  const known = pages.every((read) => read !== null) ? pages : undefined;
  return {
    milliseconds: ratioOf(milliseconds),
    pages: known && ratioOf(known),
    isTooMuch:
      grows(milliseconds, little.milliseconds) || (known !== undefined && grows(known, little.pages)),
  };
}

const ends = (figures: readonly number[]) => [figures[0] ?? 0, figures.at(-1) ?? 0] as const;

function ratioOf(figures: readonly number[]): number {
  const [first, last] = ends(figures);
  return last / first;
}

function grows(figures: readonly number[], negligible: number): boolean {
  const [first, last] = ends(figures);
  return last / first > most && last - first > negligible;
}
