import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Genre } from '#contract/tracks.ts';
import { integer, timestamp, uuid } from '#server/adapters/database/columns.ts';
import type { Database } from '#server/adapters/database/database.ts';
import { statement } from '#server/adapters/database/statement.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Caller } from '#server/http/handlers.ts';
import { createTrack } from '#server/tracks/create-track.ts';
import { storeUpload } from '#server/tracks/store-upload.ts';
import type { SampleTrack } from './sample-tracks.ts';

const insertSubscription = statement({
  takes: { userId: uuid, price: integer, start: timestamp, end: timestamp },
  gives: {},
})`insert into artist_subscriptions (user_id, plan, uploads_limit, price_per_month_cents, active, started_at,
     current_period_start, current_period_end)
   values (${'userId'}, 'unlimited', null, ${'price'}, true, ${'start'}, ${'start'}, ${'end'})`;

/** A plan without limit, so that a sample artist can have several tracks. */
export async function giveUnlimitedPlan(
  owner: Database,
  userId: string,
  start: Date,
  end: Date,
): Promise<void> {
  await insertSubscription.run(owner, { userId, price: 9900, start, end });
}

/** Uploads a sample recording as its artist would. Answers the track's id. */
export async function makeTrack(deps: Dependencies, caller: Caller, sample: SampleTrack): Promise<string> {
  const uploadId = randomUUID();
  const path = join(import.meta.dirname, '../../samples/music', `${sample.file}.mp3`);
  await storeUpload(deps, {
    caller,
    uploadId,
    totalBytes: undefined,
    firstByte: 0,
    openBody: () => createReadStream(path),
  });
  const { title, description } = sample;
  const track = await createTrack(deps, caller.userId, {
    uploadId,
    title,
    genre: Genre.parse(sample.genre),
    description,
  });
  return track.id;
}
