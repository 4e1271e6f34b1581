import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Genre, type OwnTrack } from '#contract/music/tracks/tracks.ts';
import type { Caller } from '#server/foundation/caller.ts';
import type { Dependencies } from '#server/foundation/dependencies.ts';
import { storeUpload } from '#server/music/tracks/audio/store-upload.ts';
import { createTrack } from '#server/music/tracks/create-track.ts';
import type { SampleTrack } from './sample-tracks.ts';

/** Uploads a sample recording as its artist would. */
export async function makeTrack(
  deps: Dependencies,
  caller: Caller,
  sample: Omit<SampleTrack, 'artist' | 'reception'>,
): Promise<OwnTrack> {
  const uploadId = randomUUID();
  const path = join(import.meta.dirname, '../../samples/music', `${sample.file}.mp3`);
  const part = sample.firstBytes === undefined ? {} : { end: sample.firstBytes - 1 };
  await storeUpload(deps, {
    caller,
    uploadId,
    totalBytes: undefined,
    firstByte: 0,
    openBody: () => createReadStream(path, part),
  });
  const { title, description, questions } = sample;
  return await createTrack(deps, caller.userId, {
    uploadId,
    title,
    genre: Genre.parse(sample.genre),
    description,
    questions,
  });
}
