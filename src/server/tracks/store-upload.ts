import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { maximumUploadBytes } from '#contract/business-rules.ts';
import type { StoredUpload } from '#contract/tracks.ts';
import { enqueue } from '../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Caller } from '../http/handlers.ts';
import { refuse } from '../refusals.ts';
import { getUploadEligibility } from '../subscriptions/get-upload-eligibility.ts';
import { analyseUploadJob } from './analyse-upload.ts';
import { type ReceivedAudio, receiveAudio } from './receive-audio.ts';
import { newStorageKey, storageQuotaBytes } from './upload-rules.ts';
import { insertUpload, readStoredBytes, readTitleOfContent, readUpload } from './uploads-store.ts';

export interface ArrivingUpload {
  readonly caller: Caller;
  /** Chosen by the client; names the act across retries. */
  readonly uploadId: string;
  /** Bytes the client announced, where it did. */
  readonly announcedBytes: number | undefined;
  /** Begins to read the file; called only when it is wanted. The stream is read to its end or destroyed. */
  readonly openBody: () => Readable;
}

type Needs = Pick<Dependencies, 'database' | 'clock' | 'config' | 'storage'>;

/**
 * Keeps the MP3 frames of an uploaded file, to become a track. A repeat of a stored upload answers the same again.
 * Every refusal leaves neither row nor file: wrong_user_type, not_found (another artist's upload), file_too_large,
 * upload_limit_reached, storage_full, invalid_file_type, upload_interrupted, same_content.
 */
export async function storeUpload(deps: Needs, upload: ArrivingUpload): Promise<StoredUpload> {
  const { caller, uploadId, announcedBytes } = upload;
  if (caller.userType !== 'artist') refuse('wrong_user_type', { needed: 'artist' });
  const known = await knownUpload(deps, uploadId, caller.userId);
  if (known) return known;
  if (announcedBytes !== undefined && announcedBytes > maximumUploadBytes) refuse('file_too_large');
  await refuseWithoutAllowance(deps, caller.userId);

  const storageKey = newStorageKey();
  const audio = await receiveAudio(deps.storage, storageKey, upload.openBody(), announcedBytes);
  const same = await readTitleOfContent.one(deps.database, { artistId: caller.userId, ...audio });
  if (!same && (await insertUploadedAudio(deps, upload, storageKey, audio))) {
    return answer(uploadId, audio.byteLength, durationMs(audio));
  }
  // An error above may hide a commit, so it leaves the file: the sweep removes it where there is no row for it.
  await deps.storage.remove(storageKey);
  if (same) refuse('same_content', same);
  // The same upload was being sent twice at once, and the other one was stored first.
  return (await knownUpload(deps, uploadId, caller.userId)) ?? refuse('not_found');
}

async function knownUpload(
  deps: Needs,
  uploadId: string,
  artistId: string,
): Promise<StoredUpload | undefined> {
  const known = await readUpload.one(deps.database, { uploadId });
  if (known && known.artistId !== artistId) refuse('not_found');
  return known && answer(uploadId, known.byteLength, known.durationMs);
}

async function refuseWithoutAllowance(deps: Needs, artistId: string): Promise<void> {
  const { canUpload } = await getUploadEligibility(deps, artistId);
  if (!canUpload) refuse('upload_limit_reached');
  const stored = await readStoredBytes.only(deps.database, { artistId });
  if (stored.byteLength + maximumUploadBytes > storageQuotaBytes) refuse('storage_full');
}

/** Both rows and the job that measures the audio, or nothing when the upload is there already. */
function insertUploadedAudio(
  { database, clock }: Needs,
  { caller, uploadId }: ArrivingUpload,
  storageKey: string,
  audio: ReceivedAudio,
): Promise<boolean> {
  const audioFileId = randomUUID();
  return database.transaction(async (transaction) => {
    const inserted = await insertUpload.run(transaction, {
      uploadId,
      artistId: caller.userId,
      audioFileId,
      storageKey,
      byteLength: audio.byteLength,
      durationMs: durationMs(audio),
      sampleCount: audio.accepted.samples,
      sampleRate: audio.accepted.sampleRate,
      contentSha256: audio.contentSha256,
      now: clock.now(),
    });
    if (inserted === 0) return false;
    await enqueue(transaction, { name: analyseUploadJob, payload: { audioFileId }, key: audioFileId });
    return true;
  });
}

const durationMs = ({ accepted }: ReceivedAudio) =>
  Math.round((accepted.samples * 1000) / accepted.sampleRate);

const answer = (uploadId: string, byteLength: number, milliseconds: number): StoredUpload => ({
  uploadId,
  byteLength,
  durationSeconds: milliseconds / 1000,
});
