import type { SimilarTrack } from '#contract/music/tracks/tracks.ts';
import type { Transaction } from '../../../adapters/database/database.ts';
import { enqueue } from '../../../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { refuse } from '../../../foundation/refusals.ts';
import { holdFound } from './hold-recording.ts';
import {
  isSameRecording,
  leastShared,
  mostCompared,
  packedPrint,
  sampledTerms,
  unpackedPrint,
} from './print-rules.ts';
import {
  flagSame,
  othersAlike,
  ownAlike,
  printOfTrack,
  printOfUpload,
  savePrint,
  trackOfFile,
} from './recordings-store.ts';

/** The job that searches other artists' tracks for the same recording. */
export const findSameRecordingsJob = 'find-same-recordings';

export const lookForSame = (tx: Transaction, trackId: string): Promise<void> =>
  enqueue(tx, {
    name: findSameRecordingsJob,
    payload: { trackId },
    key: `${findSameRecordingsJob}:${trackId}`,
  });

/** Stores a recording's fingerprint, and searches for others once it is a track. */
export async function storePrint(tx: Transaction, audioFileId: string, print: Int32Array): Promise<void> {
  await savePrint.run(tx, { audioFileId, print: packedPrint(print), sampled: sampledTerms(print) });
  const made = await trackOfFile.one(tx, { audioFileId });
  if (made) await lookForSame(tx, made.trackId);
}

/** The artist's newest track with the recording being uploaded, once it is analyzed. @throws Refusal not_found */
export async function findSimilar(
  { database }: Pick<Dependencies, 'database'>,
  artistId: string,
  uploadId: string,
): Promise<SimilarTrack> {
  const upload = await printOfUpload.one(database, { uploadId, artistId });
  if (!upload) return refuse('not_found');
  const { isMeasured, isFirst, printId, print: packed, sampled } = upload;
  if (packed === null || sampled === null) return { isKnown: isMeasured || isFirst, track: null };
  const print = unpackedPrint(packed);
  const found = await ownAlike.all(database, { artistId, printId, sampled, leastShared, most: mostCompared });
  const track = found.find((own) => isSameRecording(print, unpackedPrint(own.print)));
  return {
    isKnown: true,
    track:
      track === undefined ? null : { trackId: track.trackId, title: track.title, version: track.version },
  };
}

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
