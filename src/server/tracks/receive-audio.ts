import { createHash, type Hash } from 'node:crypto';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ObjectStorage, StorageFull } from '../adapters/object-storage/object-storage.ts';
import { refuse } from '../refusals.ts';
import { Mp3FrameStream, Mp3RefusedError } from './audio/mp3-frame-stream.ts';
import type { Mp3Accepted } from './audio/mp3-verdict.ts';
import { UploadInterrupted } from './upload-interrupted.ts';
import { UploadMeter, UploadTooLarge } from './upload-meter.ts';
import { UploadOvertaken } from './upload-overtaken.ts';

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
 * Streams a file through size limit, frame walker and hash into the storage; only its MP3 frames are kept.
 * Refuses file_too_large, invalid_file_type, upload_interrupted and storage_full, or throws UploadOvertaken; then
 * nothing is stored under the key.
 */
export async function receiveAudio(
  storage: ObjectStorage,
  storageKey: string,
  { body, wholeFile, totalBytes }: ArrivingFile,
): Promise<ReceivedAudio> {
  const frames = new Mp3FrameStream();
  const hashing = new HashingStream();
  // Until the source reads it nobody listens to the body, and a client that goes before would end the process.
  body.on('error', () => undefined);
  // The body is read from inside the source, which can only end when the body does.
  hashing.once('close', () => body.destroy());
  const source = Readable.from(wholeFile(body), { objectMode: false });
  const [reading, writing] = await Promise.allSettled([
    pipeline(source, new UploadMeter(totalBytes), frames, hashing),
    storage.write(storageKey, hashing),
  ]);
  if (reading.status === 'fulfilled' && writing.status === 'fulfilled') {
    const { byteLength } = writing.value;
    return { accepted: frames.accepted, byteLength, contentSha256: hashing.digest() };
  }
  const causes = [reading, writing].flatMap((part) => (part.status === 'rejected' ? [part.reason] : []));
  return refuseFor(causes);
}

/** When one end fails the other does too, for the lack of it: the cause that says most is the one told. */
function refuseFor(causes: readonly unknown[]): never {
  for (const cause of causes) {
    if (cause instanceof UploadOvertaken) throw cause;
    if (cause instanceof StorageFull) refuse('storage_full');
    if (cause instanceof UploadTooLarge) refuse('file_too_large');
    if (cause instanceof Mp3RefusedError) refuse('invalid_file_type', { reason: cause.reason });
    if (cause instanceof UploadInterrupted) refuse('upload_interrupted');
  }
  // The storage's own error comes last and is the cause where reading only met a closed stream.
  throw causes.at(-1);
}

class HashingStream extends Transform {
  readonly #hash: Hash = createHash('sha256');

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#hash.update(chunk);
    done(null, chunk);
  }

  digest(): Buffer {
    return this.#hash.digest();
  }
}
