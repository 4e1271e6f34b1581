import type { SimilarTrack } from '#contract/music/tracks/tracks.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { isSameRecording, leastShared, mostCompared, unpackedPrint } from './print-rules.ts';
import { ownAlike, printOfUpload } from './prints-store.ts';

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
