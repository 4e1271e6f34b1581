import { randomInt } from 'node:crypto';
import type { ComparedSide, ComparisonChoice } from '#contract/versions/version-rules.ts';
import type { Transaction } from '../adapters/database/database.ts';
import { missingSeconds, otherSide } from './comparison-rules.ts';
import {
  hearFormer,
  keepChoice,
  keepFormerListened,
  type Preferred,
  readComparison,
  startComparison,
} from './comparisons-store.ts';

interface OfListener {
  readonly listenerId: string;
  readonly trackId: string;
}

type Row = NonNullable<Awaited<ReturnType<typeof readComparison.one>>>;

/** The blind comparison of a new version with the former one, by one listener. */
export interface Comparison extends Omit<Row, 'newIsA' | 'newHeard' | 'formerHeard'> {
  readonly newSide: ComparedSide;
  /** Ends of stretches of whole seconds. */
  readonly newHeard: readonly number[];
  readonly formerHeard: readonly number[];
}

/** Begins the comparison of a returning reviewer who is served the new version, in an order that nobody knows. */
export const beginComparison = (tx: Transaction, of: OfListener, now: Date): Promise<number> =>
  startComparison.run(tx, { ...of, newIsA: randomInt(2) === 0, now });

/** The comparison under an assignment; none where the listener does not return. */
export async function comparisonOf(
  tx: Transaction,
  { listenerId, trackId, isReturning }: OfListener & { readonly isReturning: boolean },
): Promise<Comparison | undefined> {
  const row = isReturning ? await readComparison.one(tx, { listenerId, trackId }) : undefined;
  return row && { ...row, newSide: row.newIsA ? 'a' : 'b' };
}

/** Keeps seconds of the former version. Answers the ends of all that is heard of it. */
export const hearOfFormer = async (
  tx: Transaction,
  heard: OfListener & { readonly from: number; readonly to: number },
): Promise<readonly number[]> => (await hearFormer.only(tx, heard)).heard;

export const keepListenedToFormer = (
  tx: Transaction,
  listened: OfListener & { readonly listenedMs: number },
): Promise<number> => keepFormerListened.run(tx, listened);

/** Keeps what a listener prefers, where they have not chosen yet. */
export const keepPreferred = (
  tx: Transaction,
  preferred: OfListener & { readonly choice: Preferred; readonly now: Date },
): Promise<number> => keepChoice.run(tx, preferred);

/** The comparison goes on: the former version was neither deleted nor taken down. */
export const isCompared = (comparison: Comparison | undefined): comparison is Comparison =>
  comparison?.isFormerThere === true;

/** Nothing may tell yet which side is the new version. */
export const isBlindStill = (comparison: Comparison | undefined): comparison is Comparison =>
  isCompared(comparison) && comparison.choice === null;

/** Pairs of ends as a number of seconds. */
const secondsOf = (ends: readonly number[]): number =>
  ends.reduce((sum, end, i) => sum + (i % 2 === 0 ? -end : end), 0);

export interface OfBoth {
  readonly new: number;
  readonly former: number;
}

export const heardSeconds = ({ newHeard, formerHeard }: Comparison): OfBoth => ({
  new: secondsOf(newHeard),
  former: secondsOf(formerHeard),
});

/** Different seconds still to be heard of each; of a former version that is gone none. */
export function secondsMissing(comparison: Comparison, seconds = heardSeconds(comparison)): OfBoth {
  const { newDurationMs, formerDurationMs } = comparison;
  return {
    new: missingSeconds({ durationMs: newDurationMs, seconds: seconds.new }),
    former: isCompared(comparison)
      ? missingSeconds({ durationMs: formerDurationMs, seconds: seconds.former })
      : 0,
  };
}

/** What belongs to the new and to the former version, under the names that the listener knows. */
export const bySide = <Value>(
  { newSide }: Pick<Comparison, 'newSide'>,
  { new: ofNew, former }: { readonly new: Value; readonly former: Value },
): Record<ComparedSide, Value> => (newSide === 'a' ? { a: ofNew, b: former } : { a: former, b: ofNew });

/** What a listener has chosen by its side, as what it is. */
export const preferredBy = ({ newSide }: Comparison, choice: ComparisonChoice): Preferred =>
  choice === 'none' ? 'none' : choice === newSide ? 'new' : 'former';

/** The side that was chosen; null before. */
export function chosenSide({ newSide, choice }: Comparison): ComparisonChoice | null {
  if (choice === null || choice === 'none') return choice;
  return choice === 'new' ? newSide : otherSide(newSide);
}
