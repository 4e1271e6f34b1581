import { Readable } from 'node:stream';
import type { Dependencies } from '../../../dependencies.ts';
import { releasedAfterUse } from '../../../foundation/release-memory.ts';
import { UploadInterrupted, UploadOvertaken } from './receive-audio.ts';
import { newPartKey } from './upload-rules.ts';
import { insertPart, lockUploadId, readParts } from './uploads-store.ts';

/** An upload in progress: who sends which file, from which byte on. */
export interface PartialUpload {
  /** Identifies this attempt; starting over creates another one. */
  readonly partialId: string;
  readonly uploadId: string;
  readonly artistId: string;
  /** Null if the client did not announce it. */
  readonly totalBytes: number | null;
  readonly firstByte: number;
}

/** The most that is lost if the server dies, and the memory per upload. */
const partBytes = 2 * 1024 * 1024;
/** Fewer bytes are not worth storing; sending them again is faster. */
const leastPartBytes = 16 * 1024;

type Needs = Pick<Dependencies, 'database' | 'storage' | 'clock'>;

export async function* readStoredParts(
  { database, storage }: Needs,
  { partialId, firstByte }: PartialUpload,
): AsyncGenerator<Buffer> {
  if (firstByte === 0) return;
  for (const { storageKey } of await readParts.all(database, { partialId })) {
    yield* releasedAfterUse(await storage.read(storageKey));
  }
}

/**
 * Passes the body on and stores it in parts, each durable before more bytes are read. An interrupted body is stored up
 * to the interruption; the last part of a complete body goes only into the finished object.
 * @throws UploadOvertaken if another request was faster or the upload was canceled, or the body's own error
 */
export async function* storeParts(
  { database, storage, clock }: Needs,
  partial: PartialUpload,
  body: AsyncIterable<Buffer>,
  onKept: () => void = () => undefined,
): AsyncGenerator<Buffer> {
  let firstByte = partial.firstByte;
  // Copied into one buffer, because chunks held until a part is full would survive many garbage collections.
  const part = Buffer.allocUnsafeSlow(partBytes);
  let byteLength = 0;
  const keep = async () => {
    const storageKey = newPartKey();
    await storage.write(storageKey, Readable.from([part.subarray(0, byteLength)]));
    const kept = { ...partial, firstByte, byteLength, storageKey, now: clock.now() };
    const inserted = await database.transaction(async (transaction) => {
      const [, rows] = await Promise.all([
        lockUploadId.only(transaction, partial),
        insertPart.run(transaction, kept),
      ]);
      return rows;
    });
    if (inserted === 0) {
      await storage.remove(storageKey);
      throw new UploadOvertaken();
    }
    firstByte += byteLength;
    byteLength = 0;
    onKept();
  };
  try {
    for await (const chunk of releasedAfterUse(body)) {
      for (let copied = 0; copied < chunk.length; ) {
        const fitting = chunk.copy(part, byteLength, copied);
        byteLength += fitting;
        copied += fitting;
        if (byteLength === partBytes) await keep();
      }
      yield chunk;
    }
  } catch (error) {
    if (error instanceof UploadInterrupted && byteLength >= leastPartBytes) await keep();
    throw error;
  }
}
