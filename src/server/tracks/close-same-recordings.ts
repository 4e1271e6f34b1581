import type { Transaction } from '../adapters/database/database.ts';
import { closeSame, lockOpenSame } from './holds-store.ts';

/** Before assignments and tracks are locked: the order in which a decision about an entry locks them. */
export const lockSameRecordings = async (tx: Transaction, trackId: string): Promise<void> => {
  await lockOpenSame.all(tx, { trackId });
};

/**
 * Closes the open entries about the recording of a track that was just taken down, and serves a track again that waited for them. A
 * copyright answers whose recording it is. Any other reason may concern the other track as well, so the entry stays open while that
 * one is heard.
 */
export async function closeSameRecordings(
  tx: Transaction,
  closed: {
    readonly trackId: string;
    readonly isCopyright: boolean;
    readonly note: string;
    readonly decidedBy: string;
    readonly now: Date;
  },
): Promise<void> {
  await closeSame.run(tx, closed);
}
