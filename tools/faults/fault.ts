import type { LoadWorld } from '../load/load-world.ts';
import type { JournalFigures } from './check-journal.ts';
import type { Clients } from './fault-run.ts';

export interface FaultSize {
  /** How many times a process is killed or stopped. */
  readonly times: number;
  /** How long a bad network, a lock or a load lasts. */
  readonly seconds: number;
  /** Signed-in users, connections or streams of a load. */
  readonly users: number;
  /** Limits of time are for a machine with nothing else to do; a busy one gets so many times as much. */
  readonly patience: number;
}

export interface FaultOutcome {
  readonly figures: JournalFigures;
  /** From the end of each fault to the next acknowledged act, in milliseconds. */
  readonly back: readonly number[];
  /** What was promised beyond the rules for all faults and did not hold. */
  readonly broken: readonly string[];
}

/** A fault beside which clients move money and keep a journal. */
export interface Fault {
  readonly name: string;
  readonly promise: string;
  run(world: LoadWorld, clients: Clients, size: FaultSize): Promise<FaultOutcome>;
}

export const random = (least: number, most: number) => least + Math.random() * (most - least);
/** Milliseconds in which the load comes to its pace. */
export const settle = 1_000;

/** How long after each moment the first act was acknowledged that was asked for after it. */
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

/** A fault that is about something else than money, or breaks a world of its own. */
export interface Check {
  readonly name: string;
  readonly promise: string;
  run(world: LoadWorld, size: FaultSize): Promise<CheckOutcome>;
}

export interface CheckOutcome {
  /** What was counted. */
  readonly line: string;
  readonly broken: readonly string[];
}
