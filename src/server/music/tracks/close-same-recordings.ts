import type { Transaction } from '../../adapters/database/database.ts';
import { closeSame, lockClosedSame, lockOpenSame, reopenSame, sameClosedBy } from './holds-store.ts';

/** Locks entries before leases and tracks, in the same order as a decision about an entry. */
export const lockSameRecordings = async (tx: Transaction, trackId: string): Promise<void> => {
  await lockOpenSame.all(tx, { trackId });
};

type Entry = Awaited<ReturnType<typeof sameClosedBy.all>>[number];

/** The artists of both tracks of each entry. */
export const artistsOfEntries = (
  entries: readonly Pick<Entry, 'earlierArtistId' | 'laterArtistId'>[],
): string[] => entries.flatMap(({ earlierArtistId, laterArtistId }) => [earlierArtistId, laterArtistId]);

/**
 * Locks the open entries about a track's recording that its takedown closes. A takedown for copyright settles whose
 * recording it is. Any other reason may apply to the other track as well, so the entry stays open while that one is
 * served.
 */
export async function lockClosedBy(
  tx: Transaction,
  { trackId, isCopyright }: { readonly trackId: string; readonly isCopyright: boolean },
): Promise<readonly Entry[]> {
  await lockSameRecordings(tx, trackId);
  // Read after locking, because the other track may have been taken down concurrently.
  return sameClosedBy.all(tx, { trackId, isCopyright });
}

/** Closes entries because of a takedown, and ends the hold of a track that waited for them. */
export async function closeSameRecordings(
  tx: Transaction,
  entries: readonly Entry[],
  closed: {
    readonly takedownId: string;
    readonly note: string;
    readonly decidedBy: string;
    readonly now: Date;
  },
): Promise<void> {
  await closeSame.run(tx, { ...closed, ids: entries.map(({ id }) => id) });
}

/** Locks the entries that a takedown closed, before tracks are locked, and returns their artists. */
export const lockArtistsOfClosed = async (tx: Transaction, takedownId: string): Promise<string[]> =>
  artistsOfEntries(await lockClosedSame.all(tx, { takedownId }));

/**
 * Reopens the entries that a track's takedown closed, once the track is restored. The other track waits for the rest of
 * its hold.
 */
export async function reopenSameRecordings(
  tx: Transaction,
  restored: { readonly takedownId: string; readonly trackId: string; readonly now: Date },
): Promise<void> {
  await reopenSame.run(tx, restored);
}
