import type { Dependencies } from '../../foundation/dependencies.ts';
import { holdFound } from './hold-recording.ts';
import { isSameRecording, leastShared, mostCompared, unpackedPrint } from './print-rules.ts';
import { flagSame, othersAlike, printOfTrack } from './prints-store.ts';

/**
 * Flags equal recordings by other artists for admins. Nothing else happens, except that the later track is held for a
 * while if its artist is new or it was reported. Neither artist is told about the other.
 */
export async function findSameRecordings(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { trackId }: { readonly trackId: string },
): Promise<void> {
  const own = await printOfTrack.one(database, { trackId });
  if (!own) return;
  const { artistId, printId, sampled } = own;
  const print = unpackedPrint(own.print);
  const found = await othersAlike.all(database, {
    artistId,
    printId,
    sampled,
    leastShared,
    most: mostCompared,
  });
  const same = found.filter((other) => isSameRecording(print, unpackedPrint(other.print)));
  const now = clock.now();
  for (const other of same) {
    const mine = { at: own.createdAt, id: trackId };
    const theirs = { at: other.createdAt, id: other.trackId };
    const [earlierId, laterId] = isBefore(mine, theirs) ? [trackId, other.trackId] : [other.trackId, trackId];
    await database.transaction(async (tx) => {
      if (await flagSame.one(tx, { earlierId, laterId, now })) await holdFound(tx, { trackId: laterId, now });
    });
  }
}

interface Upload {
  readonly at: Date;
  readonly id: string;
}

/** With equal times the id decides, so that the result does not depend on which one is checked. */
const isBefore = (one: Upload, other: Upload): boolean =>
  one.at.getTime() === other.at.getTime() ? one.id < other.id : one.at < other.at;
