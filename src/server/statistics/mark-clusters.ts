import { seededRandom } from './seeded-random.ts';

/** One listener of a track: the seconds heard, in order, and the seconds marked, by kind. */
export interface MarkingListener {
  readonly heard: readonly number[];
  readonly marks: readonly (readonly number[])[];
}

export interface MarkCluster {
  /** Index of the kind in each listener's marks. */
  readonly kind: number;
  /** The window covers the seconds `from` up to but not including `to`. */
  readonly from: number;
  readonly to: number;
  /** Listeners who marked it, out of those who heard it. */
  readonly people: number;
  readonly heardBy: number;
  readonly p: number;
}

export interface ScanOptions {
  readonly durationSeconds: number;
  readonly kinds: number;
  readonly seed: number;
  /** First second scanned. Before it there are more marks because listeners are getting to know the track. */
  readonly from?: number;
  readonly permutations?: number;
}

const windowSeconds = 8;
/** Seconds of a window that must be heard for it to count as heard. */
const heardOfWindow = 6;
const secondsApart = 5;
const fewestPeople = 3;
const firstScanned = 30;
const defaultPermutations = 2000;
const significance = 0.05;

/** A listener's data within the scanned part. */
interface Scanned {
  readonly heard: readonly number[];
  readonly marks: readonly (readonly number[])[];
  /** Number of heard seconds in each window. */
  readonly inWindow: Uint8Array;
}

/** P(K >= k) for k = 0 to n of the sum of independent events with these probabilities: Poisson-binomial, by convolution. */
export function tailProbabilities(chances: readonly number[]): Float64Array {
  const mass = new Float64Array(chances.length + 1);
  mass[0] = 1;
  for (const [done, chance] of chances.entries()) {
    for (let k = done + 1; k > 0; k -= 1)
      mass[k] = (mass[k] ?? 0) * (1 - chance) + (mass[k - 1] ?? 0) * chance;
    mass[0] = (mass[0] ?? 0) * (1 - chance);
  }
  for (let k = chances.length - 1; k >= 0; k -= 1) mass[k] = (mass[k] ?? 0) + (mass[k + 1] ?? 0);
  return mass;
}

function scannedOf(listener: MarkingListener, from: number, windows: number): Scanned {
  const heard = listener.heard.filter((second) => second >= from);
  const inWindow = new Uint8Array(windows);
  for (const second of heard) {
    const last = Math.min(windows - 1, second - from);
    for (let start = Math.max(0, second - from - windowSeconds + 1); start <= last; start += 1)
      inWindow[start] = (inWindow[start] ?? 0) + 1;
  }
  const isHeard = new Set(heard);
  return { heard, inWindow, marks: listener.marks.map((marks) => marks.filter((at) => isHeard.has(at))) };
}

/** -ln P(K >= k) for each window of a kind and each count; permuting the marks does not change it. */
function valuesOf(listeners: readonly Scanned[], kind: number, windows: number): Float64Array[] {
  return Array.from({ length: windows }, (_, start) => {
    const chances = listeners.flatMap(({ inWindow, heard, marks }) => {
      const seconds = inWindow[start] ?? 0;
      const count = marks[kind]?.length ?? 0;
      if (seconds < heardOfWindow || count === 0) return [];
      return [1 - (1 - seconds / heard.length) ** count];
    });
    return tailProbabilities(chances).map((tail, k) => (k < fewestPeople ? 0 : -Math.log(tail)));
  });
}

/** Counts the listeners with a mark in each window. */
class PeopleCounter {
  readonly counts: Uint16Array;
  readonly #seen: Int32Array;
  readonly #from: number;
  #person = 0;

  constructor(windows: number, from: number) {
    this.counts = new Uint16Array(windows);
    this.#seen = new Int32Array(windows);
    this.#from = from;
  }

  clear(): void {
    this.counts.fill(0);
  }

  /** Counts a listener once in each window that contains one of these marks and that they heard. */
  add(marks: readonly number[], inWindow: Uint8Array): void {
    this.#person += 1;
    for (const mark of marks) {
      const last = Math.min(this.counts.length - 1, mark - this.#from);
      for (let start = Math.max(0, mark - this.#from - windowSeconds + 1); start <= last; start += 1) {
        if (this.#seen[start] === this.#person || (inWindow[start] ?? 0) < heardOfWindow) continue;
        this.#seen[start] = this.#person;
        this.counts[start] = (this.counts[start] ?? 0) + 1;
      }
    }
  }
}

const tries = 200;

/** The same number of marks at random heard seconds, at least 5 s apart; unchanged if there is no room. */
function permuted(
  marks: readonly number[],
  heard: readonly number[],
  random: () => number,
): readonly number[] {
  const moved: number[] = [];
  for (let tried = 0; moved.length < marks.length; tried += 1) {
    if (tried === tries) return marks;
    const at = heard[Math.floor(random() * heard.length)] ?? 0;
    if (moved.every((other) => Math.abs(other - at) >= secondsApart)) moved.push(at);
  }
  return moved;
}

class Scan {
  readonly #listeners: readonly Scanned[];
  readonly #values: readonly (readonly Float64Array[])[];
  readonly #counter: PeopleCounter;
  readonly #from: number;

  constructor(listeners: readonly Scanned[], kinds: number, windows: number, from: number) {
    this.#listeners = listeners;
    this.#from = from;
    this.#values = Array.from({ length: kinds }, (_, kind) => valuesOf(listeners, kind, windows));
    this.#counter = new PeopleCounter(windows, from);
  }

  /** The highest value over all windows and kinds. */
  maximum(marksOf: (listener: Scanned, kind: number) => readonly number[]): number {
    let highest = 0;
    for (const [kind, values] of this.#values.entries()) {
      this.#count(kind, marksOf);
      for (const [start, people] of this.#counter.counts.entries())
        if (people >= fewestPeople) highest = Math.max(highest, values[start]?.[people] ?? 0);
    }
    return highest;
  }

  /** Every window with the value of the actual marks, highest first, the earliest of equals. */
  windows(): (Omit<MarkCluster, 'p'> & { value: number })[] {
    const found = this.#values.flatMap((values, kind) => {
      this.#count(kind, (listener) => listener.marks[kind] ?? []);
      return [...this.#counter.counts].flatMap((people, start) => {
        const value = values[start]?.[people] ?? 0;
        if (value === 0) return [];
        const heardBy = this.#listeners.filter((one) => (one.inWindow[start] ?? 0) >= heardOfWindow).length;
        const from = this.#from + start;
        return [{ kind, from, to: from + windowSeconds, people, heardBy, value }];
      });
    });
    return found.toSorted((a, b) => b.value - a.value || a.from - b.from);
  }

  permutedMaximum(random: () => number): number {
    return this.maximum((listener, kind) => permuted(listener.marks[kind] ?? [], listener.heard, random));
  }

  #count(kind: number, marksOf: (listener: Scanned, kind: number) => readonly number[]): void {
    this.#counter.clear();
    for (const listener of this.#listeners)
      if ((listener.marks[kind]?.length ?? 0) > 0)
        this.#counter.add(marksOf(listener, kind), listener.inWindow);
  }
}

/**
 * The highest values of tracks with randomly placed marks. Null if so many reach the actual one that p < 0.05 is
 * impossible, at which point it stops (Besag and Clifford 1991).
 */
function permutedMaxima(
  scan: Scan,
  highest: number,
  permutations: number,
  random: () => number,
): number[] | null {
  const mostReaching = Math.floor(significance * (permutations + 1));
  const maxima: number[] = [];
  let reaching = 0;
  while (maxima.length < permutations) {
    const maximum = scan.permutedMaximum(random);
    maxima.push(maximum);
    if (maximum >= highest) reaching += 1;
    if (reaching >= mostReaching) return null;
  }
  return maxima;
}

/**
 * Moments that more people marked than chance explains: a scan statistic (Kulldorff 1997) over windows of 8 s and all
 * kinds. Null hypothesis: each listener's marks are uniformly distributed over the seconds they heard. p = (1 + b) / (1
 * + permutations) (Phipson and Smyth 2010), where b counts permutations whose highest value is at least the window's.
 * Further windows are compared with the same highest values, which is conservative. Reported windows never overlap,
 * even of different kinds: the most significant one is kept.
 */
export function findMarkClusters(listeners: readonly MarkingListener[], options: ScanOptions): MarkCluster[] {
  const { durationSeconds, kinds, seed, from = firstScanned, permutations = defaultPermutations } = options;
  const windows = durationSeconds - from - windowSeconds + 1;
  if (windows < 1) return [];
  const scan = new Scan(
    listeners.map((listener) => scannedOf(listener, from, windows)),
    kinds,
    windows,
    from,
  );
  const found = scan.windows();
  const highest = found[0]?.value ?? 0;
  if (highest === 0) return [];
  const maxima = permutedMaxima(scan, highest, permutations, seededRandom(seed));
  if (maxima === null) return [];
  const named: MarkCluster[] = [];
  for (const { value, ...window } of found) {
    const p = (1 + maxima.filter((maximum) => maximum >= value).length) / (1 + permutations);
    if (p >= significance) break;
    const isApart = named.every(({ from: start, to }) => window.to <= start || window.from >= to);
    if (isApart) named.push({ ...window, p });
  }
  return named;
}
