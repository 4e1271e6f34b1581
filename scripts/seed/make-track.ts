import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { type createTrack as createTrackCall, Genre, type OwnTrack } from '#contract/music/tracks/tracks.ts';
import { uuid } from '#server/adapters/database/columns.ts';
import { statement } from '#server/adapters/database/statement.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Caller } from '#server/foundation/caller.ts';
import { analyseUpload } from '#server/music/tracks/audio/analyse-upload.ts';
import { storeUpload } from '#server/music/tracks/audio/store-upload.ts';
import { createTrack } from '#server/music/tracks/create-track.ts';
import type { SampleTrack } from './sample-tracks.ts';

type NewTrack = z.output<(typeof createTrackCall)['body']>;

/** Uploads a sample recording as its artist would. */
export async function makeTrack(
  deps: Dependencies,
  caller: Caller,
  sample: Omit<SampleTrack, 'artist' | 'reception'>,
  version: Pick<NewTrack, 'newVersionOf' | 'reviews'> = {},
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
    ...version,
  });
}

const audioOf = statement({ takes: { trackId: uuid }, gives: { audioFileId: uuid } })`
  select audio_file_id as "audioFileId" from artist_tracks where id = ${'trackId'}`;

/** Measures a track at once, as the server's job would: versions are only compared equally loud. */
export async function measureTrack(deps: Dependencies, trackId: string): Promise<void> {
  await analyseUpload(deps, await audioOf.only(deps.database, { trackId }));
}
