import { randomInt } from 'node:crypto';
import type { ComparedSide, ComparisonChoice } from '#contract/music/versions/version-rules.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import {
  hearFormer,
  type Preferred,
  readComparison,
  startComparison,
  storeChoice,
  storeFormerListened,
} from './comparisons-store.ts';
import { missingSeconds, otherSide } from './version-rules.ts';

interface OfListener {
  readonly listenerId: string;
  readonly trackId: string;
}

type Row = NonNullable<Awaited<ReturnType<typeof readComparison.one>>>;

export interface Comparison extends Omit<Row, 'newIsA' | 'newHeard' | 'formerHeard'> {
  readonly newSide: ComparedSide;
  /** Ends of the heard ranges, in whole seconds. */
  readonly newHeard: readonly number[];
  readonly formerHeard: readonly number[];
}

/** Starts the comparison of a returning reviewer, with the sides in random order. */
export const beginComparison = (tx: Transaction, pair: OfListener, now: Date): Promise<number> =>
  startComparison.run(tx, { ...pair, newIsA: randomInt(2) === 0, now });

/** The comparison of a lease; undefined if the listener is not returning. */
export async function comparisonOf(
  tx: Transaction,
  { listenerId, trackId, isReturning }: OfListener & { readonly isReturning: boolean },
): Promise<Comparison | undefined> {
  const row = isReturning ? await readComparison.one(tx, { listenerId, trackId }) : undefined;
  return row && { ...row, newSide: row.newIsA ? 'a' : 'b' };
}

/** Stores heard seconds of the former version. Returns the ends of all heard ranges. */
export const hearOfFormer = async (
  tx: Transaction,
  heard: OfListener & { readonly from: number; readonly to: number },
): Promise<readonly number[]> => (await hearFormer.only(tx, heard)).heard;

export const storeFormerListening = (
  tx: Transaction,
  listened: OfListener & { readonly listenedMs: number },
): Promise<number> => storeFormerListened.run(tx, listened);

/** Stores a listener's preference, unless they have already chosen. */
export const storePreference = (
  tx: Transaction,
  preferred: OfListener & { readonly choice: Preferred; readonly now: Date },
): Promise<number> => storeChoice.run(tx, preferred);

/** Whether the comparison is still possible: the former version was neither deleted nor taken down. */
export const isCompared = (comparison: Comparison | undefined): comparison is Comparison =>
  comparison?.isFormerThere === true;

/** Whether nothing may reveal yet which side is the new version. */
export const isBlindStill = (comparison: Comparison | undefined): comparison is Comparison =>
  isCompared(comparison) && comparison.choice === null;

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

/** Different seconds of each version still to be heard; none of a former version that is gone. */
export function secondsMissing(comparison: Comparison, seconds = heardSeconds(comparison)): OfBoth {
  const { newDurationMs, formerDurationMs } = comparison;
  return {
    new: missingSeconds({ durationMs: newDurationMs, seconds: seconds.new }),
    former: isCompared(comparison)
      ? missingSeconds({ durationMs: formerDurationMs, seconds: seconds.former })
      : 0,
  };
}

/** Maps values of the new and former version to the sides that the listener knows. */
export const bySide = <Value>(
  { newSide }: Pick<Comparison, 'newSide'>,
  { new: ofNew, former }: { readonly new: Value; readonly former: Value },
): Record<ComparedSide, Value> => (newSide === 'a' ? { a: ofNew, b: former } : { a: former, b: ofNew });

export const preferredBy = ({ newSide }: Comparison, choice: ComparisonChoice): Preferred =>
  choice === 'none' ? 'none' : choice === newSide ? 'new' : 'former';

export function chosenSide({ newSide, choice }: Comparison): ComparisonChoice | null {
  if (choice === null || choice === 'none') return choice;
  return choice === 'new' ? newSide : otherSide(newSide);
}
