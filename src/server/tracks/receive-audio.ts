import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type ObjectStorage, StorageFull } from '../adapters/object-storage/object-storage.ts';
import { refuse } from '../refusals.ts';
import { Mp3FrameReader, Mp3RefusedError } from './audio/mp3-frame-reader.ts';
import type { Mp3Accepted } from './audio/mp3-verdict.ts';
import { UploadInterrupted } from './upload-interrupted.ts';
import { meterUpload, UploadTooLarge } from './upload-meter.ts';

export interface ReceivedAudio {
  readonly accepted: Mp3Accepted;
  readonly byteLength: number;
  /** Of the frames, so that other tags around the same recording make no difference. */
  readonly contentSha256: Buffer;
}

export interface ArrivingFile {
  /** What the client sends now: the whole file, or the rest of one that was cut off. */
  readonly body: Readable;
  /** Puts before the body what came earlier. */
  readonly wholeFile: (body: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;
  /** Of the whole file, where the client announced it. */
  readonly totalBytes: number | undefined;
}

/**
 * Reads a file through size limit, frame walker and hash into the storage; only its MP3 frames are kept. One chunk is
 * on its way at a time, so a slow storage slows the client down. Refuses file_too_large, invalid_file_type,
 * upload_interrupted and storage_full, or throws UploadOvertaken; then nothing is stored under the key.
 */
export async function receiveAudio(
  storage: ObjectStorage,
  storageKey: string,
  { body, wholeFile, totalBytes }: ArrivingFile,
): Promise<ReceivedAudio> {
  const reader = new Mp3FrameReader();
  const hash = createHash('sha256');
  // Until the storage reads it nobody listens to the body, and a client that goes before would end the process.
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
