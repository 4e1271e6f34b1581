import type { LoadWorld } from '../load/load-world.ts';
import type { JournalFigures } from './check-journal.ts';
import type { Clients } from './fault-run.ts';

export interface FaultSize {
  /** How many times a process is killed or stopped. */
  readonly times: number;
  /** How long a bad network, a lock or a load lasts. */
  readonly seconds: number;
  /** The number of signed-in users of a load. */
  readonly users: number;
  /** Multiplies the time limits, which are meant for an idle machine. */
  readonly patience: number;
}

export interface FaultOutcome {
  readonly figures: JournalFigures;
  /** Milliseconds from the end of each fault to the next acknowledged act. */
  readonly back: readonly number[];
  /** The fault's own promises that did not hold. */
  readonly broken: readonly string[];
}

/** A fault that strikes while clients move money and keep a journal. */
export interface Fault {
  readonly name: string;
  readonly promise: string;
  run(world: LoadWorld, clients: Clients, size: FaultSize): Promise<FaultOutcome>;
}

export const random = (least: number, most: number) => least + Math.random() * (most - least);
/** Milliseconds until the load has reached its pace. */
export const settle = 1_000;

/** For each moment, how long it took until an act requested after it was acknowledged. */
export const backAfter = ({ answers }: JournalFigures, moments: readonly number[]): number[] =>
  moments.map((moment) => {
    const next = answers.find(({ at, ms }) => at - ms >= moment);
    return next ? next.at - moment : Number.POSITIVE_INFINITY;
  });

export const tooLate = (back: readonly number[], most: number, { patience }: FaultSize): string[] =>
  back.filter((ms) => ms > most * patience).map((ms) => `back after ${ms} ms instead of ${most * patience}`);

export const tooSlow = ({ slowestMs }: JournalFigures, most: number, { patience }: FaultSize): string[] =>
  slowestMs > most * patience
    ? [`a request took ${Math.round(slowestMs)} ms instead of ${most * patience}`]
    : [];

/** A fault that does not concern money, or breaks a separate world. */
export interface Check {
  readonly name: string;
  readonly promise: string;
  run(world: LoadWorld, size: FaultSize): Promise<CheckOutcome>;
}

export interface CheckOutcome {
  /** The counts, for the report. */
  readonly line: string;
  readonly broken: readonly string[];
}
