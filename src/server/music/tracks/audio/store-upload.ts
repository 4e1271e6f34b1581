import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { maximumUploadBytes } from '#contract/business-rules.ts';
import { matchesUserType } from '#contract/identity/role-check.ts';
import type { StoredUpload } from '#contract/music/tracks/tracks.ts';
import { enqueue } from '../../../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { Caller } from '../../../foundation/caller.ts';
import { Refusal, refuse } from '../../../foundation/refusals.ts';
import { requireActive } from '../../../identity/own-account.ts';
import { getUploadEligibility } from '../../../plans/subscriptions/get-upload-eligibility.ts';
import { analyseUploadJob } from './analyse-upload.ts';
import { type ReceivedAudio, receiveAudio, UploadOvertaken } from './receive-audio.ts';
import { type PartialUpload, readStoredParts, storeParts } from './upload-parts.ts';
import { newStorageKey, storageQuotaBytes } from './upload-rules.ts';
import { knownUpload } from './uploads.ts';
import {
  deletePartialUpload,
  insertUpload,
  lockUploadId,
  readCancelled,
  readPartialUpload,
  readStoredBytes,
  readTitleOfContent,
} from './uploads-store.ts';

/** The progress of an upload, for the log. */
export type UploadStep = 'begins' | 'part kept' | 'audio stored' | 'upload recorded' | 'parts removed';

export interface ArrivingUpload {
  readonly caller: Caller;
  /** Chosen by the client; identifies the upload across retries. */
  readonly uploadId: string;
  readonly totalBytes: number | undefined;
  /** Position of the body in the file: 0, or the number of bytes received before. */
  readonly firstByte: number;
  /** Starts reading the body; only called if it is needed. The stream is read to its end or destroyed. */
  readonly openBody: () => Readable;
  readonly onStep?: (step: UploadStep) => void;
}

type Needs = Pick<Dependencies, 'database' | 'clock' | 'config' | 'storage' | 'keys'>;

/**
 * Stores the MP3 frames of an uploaded file, to become a track. Repeating a stored upload returns the same result, and
 * an interrupted one continues where it stopped.
 * @throws Refusal invalid_token, wrong_user_type, not_found (canceled, or another artist's), file_too_large, upload_limit_reached,
 * storage_full, upload_offset, invalid_file_type, upload_interrupted, same_content; then neither row nor file is left,
 * except the parts of an interrupted upload
 */
export async function storeUpload(deps: Needs, upload: ArrivingUpload): Promise<StoredUpload> {
  const { caller, uploadId, totalBytes } = upload;
  if (!matchesUserType(caller, 'artist')) refuse('wrong_user_type', { needed: 'artist' });
  const known = await knownUpload(deps, uploadId, caller.userId);
  if (known) return known;
  const { isCancelled } = await readCancelled.only(deps.database, { uploadId, artistId: caller.userId });
  if (isCancelled) refuse('not_found');
  if (totalBytes !== undefined && totalBytes > maximumUploadBytes) refuse('file_too_large');
  await refuseWithoutAllowance(deps, upload);
  const partial = await beginOrGoOn(deps, upload);
  upload.onStep?.('begins');

  const storageKey = newStorageKey();
  const audio = await receive(deps, upload, storageKey, partial).catch((error: unknown) =>
    afterFailure(deps, upload, error),
  );
  if ('uploadId' in audio) return audio;
  upload.onStep?.('audio stored');
  const same = await readTitleOfContent.one(deps.database, { artistId: caller.userId, ...audio });
  if (!same && (await insertUploadedAudio(deps, upload, storageKey, audio))) {
    return answer(uploadId, audio);
  }
  // An error above may hide a successful commit, so it leaves the file; the sweep deletes it if no row references it.
  await deps.storage.remove(storageKey);
  if (same) {
    await removePartial(deps, upload);
    refuse('same_content', same);
  }
  // The same upload was sent twice at once and the other was stored first, or it was canceled in the meantime.
  return (await knownUpload(deps, uploadId, caller.userId)) ?? refuse('not_found');
}

async function refuseWithoutAllowance(deps: Needs, upload: ArrivingUpload): Promise<void> {
  const artistId = upload.caller.userId;
  const { canUpload } = await getUploadEligibility(deps, artistId);
  if (!canUpload) {
    // The parts received before an interruption are no longer needed.
    await removePartial(deps, upload);
    refuse('upload_limit_reached');
  }
  const stored = await readStoredBytes.only(deps.database, { artistId });
  if (stored.byteLength + maximumUploadBytes > storageQuotaBytes) refuse('storage_full');
}

/** The rest of a file must continue where the received part ended. Sending from the first byte starts over. */
async function beginOrGoOn(deps: Needs, upload: ArrivingUpload): Promise<PartialUpload> {
  const { caller, uploadId, firstByte, totalBytes } = upload;
  const known = await readPartialUpload.one(deps.database, { uploadId });
  if (known && known.artistId !== caller.userId) refuse('not_found');
  const sent = { uploadId, artistId: caller.userId, firstByte };
  if (firstByte === 0) {
    if (known) await removePartial(deps, upload);
    return { ...sent, partialId: randomUUID(), totalBytes: totalBytes ?? null };
  }
  const receivedBytes = known?.receivedBytes ?? 0;
  const isOfOneLength = known?.totalBytes === null || known?.totalBytes === totalBytes;
  if (!known || firstByte !== receivedBytes || !isOfOneLength) {
    return refuse('upload_offset', { receivedBytes });
  }
  return { ...sent, partialId: known.id, totalBytes: known.totalBytes };
}

function receive(
  deps: Needs,
  { openBody, totalBytes, onStep }: ArrivingUpload,
  storageKey: string,
  partial: PartialUpload,
): Promise<ReceivedAudio> {
  async function* wholeFile(body: AsyncIterable<Buffer>) {
    yield* readStoredParts(deps, partial);
    yield* storeParts(deps, partial, body, () => onStep?.('part kept'));
  }
  return receiveAudio(deps.storage, storageKey, { body: openBody(), wholeFile, totalBytes });
}

/** Deletes the parts of a file that can never be stored. If another request took over, the result is about that one. */
async function afterFailure(deps: Needs, upload: ArrivingUpload, error: unknown): Promise<StoredUpload> {
  const { uploadId, caller } = upload;
  if (error instanceof UploadOvertaken) {
    const stored = await knownUpload(deps, uploadId, caller.userId);
    if (stored) return stored;
    const other = await readPartialUpload.one(deps.database, { uploadId });
    return refuse('upload_offset', { receivedBytes: other?.receivedBytes ?? 0 });
  }
  const isHopeless =
    error instanceof Refusal && (error.code === 'invalid_file_type' || error.code === 'file_too_large');
  if (isHopeless) await removePartial(deps, upload);
  throw error;
}

async function removePartial(
  { database, storage }: Needs,
  { uploadId, caller }: ArrivingUpload,
): Promise<void> {
  const parts = await deletePartialUpload.all(database, { uploadId, artistId: caller.userId });
  for (const { storageKey } of parts) await storage.remove(storageKey);
}

/** Inserts both rows and the analysis job; nothing if the upload already exists. */
async function insertUploadedAudio(
  { database, clock, storage }: Needs,
  { caller, uploadId, onStep }: ArrivingUpload,
  storageKey: string,
  audio: ReceivedAudio,
): Promise<boolean> {
  const [artistId, audioFileId] = [caller.userId, randomUUID()];
  const parts = await database.transaction(async (transaction) => {
    await lockUploadId.only(transaction, { uploadId });
    await requireActive(transaction, artistId);
    const inserted = await insertUpload.run(transaction, {
      uploadId,
      artistId,
      audioFileId,
      storageKey,
      byteLength: audio.byteLength,
      durationMs: durationMs(audio),
      sampleCount: audio.accepted.samples,
      sampleRate: audio.accepted.sampleRate,
      contentSha256: audio.contentSha256,
      now: clock.now(),
    });
    if (inserted === 0) return undefined;
    await enqueue(transaction, { name: analyseUploadJob, payload: { audioFileId }, key: audioFileId });
    return deletePartialUpload.all(transaction, { uploadId, artistId });
  });
  if (!parts) return false;
  onStep?.('upload recorded');
  for (const part of parts) await storage.remove(part.storageKey);
  onStep?.('parts removed');
  return true;
}

const durationMs = ({ accepted }: ReceivedAudio) =>
  Math.round((accepted.samples * 1000) / accepted.sampleRate);

const answer = (uploadId: string, audio: ReceivedAudio): StoredUpload => ({
  uploadId,
  byteLength: audio.byteLength,
  durationSeconds: durationMs(audio) / 1000,
});
