import type { Transaction } from '../adapters/database/database.ts';
import { closeSame, lockClosedSame, lockOpenSame, reopenSame, sameClosedBy } from './holds-store.ts';

/** Before assignments and tracks are locked: the order in which a decision about an entry locks them. */
export const lockSameRecordings = async (tx: Transaction, trackId: string): Promise<void> => {
  await lockOpenSame.all(tx, { trackId });
};

type Entry = Awaited<ReturnType<typeof sameClosedBy.all>>[number];

/** Whom the entries are about. */
export const artistsOfEntries = (
  entries: readonly Pick<Entry, 'earlierArtistId' | 'laterArtistId'>[],
): string[] => entries.flatMap(({ earlierArtistId, laterArtistId }) => [earlierArtistId, laterArtistId]);

/**
 * The open entries about the recording of a track, locked, that its takedown closes. A copyright answers whose recording it is. Any other
 * reason may concern the other track as well, so the entry stays open while that one is heard.
 */
export async function lockClosedBy(
  tx: Transaction,
  { trackId, isCopyright }: { readonly trackId: string; readonly isCopyright: boolean },
): Promise<readonly Entry[]> {
  await lockSameRecordings(tx, trackId);
  // Read after the locks: the other track may have been taken down at the same moment.
  return sameClosedBy.all(tx, { trackId, isCopyright });
}

/** Closes entries with the takedown of a track, and serves a track again that waited for them. */
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

/** The artists of the entries that a takedown closed, which are locked before tracks are. */
export const lockArtistsOfClosed = async (tx: Transaction, takedownId: string): Promise<string[]> =>
  artistsOfEntries(await lockClosedSame.all(tx, { takedownId }));

/** Opens the entries again that the takedown of a track closed, once the track is back. The other track waits for the rest of its hold. */
export async function reopenSameRecordings(
  tx: Transaction,
  restored: { readonly takedownId: string; readonly trackId: string; readonly now: Date },
): Promise<void> {
  await reopenSame.run(tx, restored);
}
