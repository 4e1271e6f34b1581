import { Readable } from 'node:stream';
import type { Dependencies } from '../dependencies.ts';
import { releasedAfterUse } from '../release-memory.ts';
import { insertPart, lockUploadId, readParts } from './partial-uploads-store.ts';
import { UploadInterrupted } from './upload-interrupted.ts';
import { UploadOvertaken } from './upload-overtaken.ts';
import { newPartKey } from './upload-rules.ts';

/** An upload on its way: who sends which file, and from which byte on. */
export interface PartialUpload {
  /** Of this attempt: who begins the upload anew has another one. */
  readonly partialId: string;
  readonly uploadId: string;
  readonly artistId: string;
  /** Null when the client did not say. */
  readonly totalBytes: number | null;
  readonly firstByte: number;
}

/** So much is lost at most when the server dies, and is held in memory for each upload. */
const partBytes = 2 * 1024 * 1024;
/** A shorter rest is sooner sent again than kept. */
const leastPartBytes = 16 * 1024;

type Needs = Pick<Dependencies, 'database' | 'storage' | 'clock'>;

/** The bytes that came before this body, in their order. */
export async function* keptParts(
  { database, storage }: Needs,
  { partialId, firstByte }: PartialUpload,
): AsyncGenerator<Buffer> {
  if (firstByte === 0) return;
  for (const { storageKey } of await readParts.all(database, { partialId })) {
    yield* releasedAfterUse(await storage.read(storageKey));
  }
}

/**
 * Passes the body on, and keeps it part by part, each durable before the next bytes are read. What came before an
 * interruption is kept too; a body that ends well leaves its last stretch to the finished object.
 * Throws UploadOvertaken when another sender was quicker or the upload was canceled, and whatever the body fails with.
 */
export async function* keepParts(
  { database, storage, clock }: Needs,
  partial: PartialUpload,
  body: AsyncIterable<Buffer>,
  onKept: () => void = () => undefined,
): AsyncGenerator<Buffer> {
  let firstByte = partial.firstByte;
  // Copied into one stretch of memory: chunks held until a part is full would outlive many collections.
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
