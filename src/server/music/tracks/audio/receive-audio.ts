import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { maximumUploadBytes } from '#contract/business-rules.ts';
import type { Mp3Accepted } from '#contract/music/tracks/mp3/mp3-verdict.ts';
import { type ObjectStorage, StorageFull } from '../../../adapters/storage/object-storage.ts';
import { refuse } from '../../../foundation/refusals.ts';
import { Mp3FrameReader, Mp3RefusedError } from './mp3-frame-reader.ts';

/** An upload's body ended early or was too slow. */
export class UploadInterrupted extends Error {
  override readonly name = 'UploadInterrupted';
}

/** Another request took over this upload, or the artist canceled it, so the rest of this body is discarded. */
export class UploadOvertaken extends Error {
  override readonly name = 'UploadOvertaken';
}

class UploadTooLarge extends Error {
  override readonly name = 'UploadTooLarge';
}

/** Passes on at most 50 MiB, and requires the announced length. @throws UploadTooLarge, UploadInterrupted */
async function* meterUpload(
  file: AsyncIterable<Buffer>,
  announced: number | undefined,
): AsyncGenerator<Buffer> {
  let received = 0;
  for await (const chunk of file) {
    received += chunk.length;
    if (received > maximumUploadBytes) throw new UploadTooLarge();
    yield chunk;
  }
  if (announced !== undefined && received < announced) throw new UploadInterrupted();
}

export interface ReceivedAudio {
  readonly accepted: Mp3Accepted;
  readonly byteLength: number;
  /** Hash of the frames, so that different tags around the same recording do not matter. */
  readonly contentSha256: Buffer;
}

interface ArrivingFile {
  /** What the client sends now: the whole file, or the rest of an interrupted one. */
  readonly body: Readable;
  readonly wholeFile: (body: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;
  readonly totalBytes: number | undefined;
}

/**
 * Streams a file through the size limit, frame walker and hash into the storage, which only gets the MP3 frames. One
 * chunk at a time, so slow storage slows the client down.
 * @throws Refusal file_too_large, invalid_file_type, upload_interrupted, storage_full, or UploadOvertaken; nothing is
 * stored in these cases
 */
export async function receiveAudio(
  storage: ObjectStorage,
  storageKey: string,
  { body, wholeFile, totalBytes }: ArrivingFile,
): Promise<ReceivedAudio> {
  const reader = new Mp3FrameReader();
  const hash = createHash('sha256');
  // Until the storage reads the body it has no error listener, and a disconnecting client would crash the process.
  body.on('error', () => undefined);
  try {
    const frames = reader.frames(meterUpload(wholeFile(body), totalBytes));
    const { byteLength } = await storage.write(storageKey, hashed(frames, hash));
    return { accepted: reader.accepted, byteLength, contentSha256: hash.digest() };
  } catch (error) {
    return refuseFor(error);
  } finally {
    body.destroy();
  }
}

async function* hashed(chunks: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

function refuseFor(cause: unknown): never {
  if (cause instanceof StorageFull) refuse('storage_full');
  if (cause instanceof UploadTooLarge) refuse('file_too_large');
  if (cause instanceof Mp3RefusedError) refuse('invalid_file_type', { reason: cause.reason });
  if (cause instanceof UploadInterrupted) refuse('upload_interrupted');
  throw cause;
}
