import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { ObjectMissing, type ObjectStorage } from '#server/adapters/storage/object-storage.ts';

const attempts = 6;
const againMilliseconds = 500;

/** Starts a read that survives broken connections. @throws ObjectMissing if there is no such object */
export async function beginSteadily(storage: ObjectStorage, key: string): Promise<Readable> {
  const chunks = steadily(storage, key);
  const first = await chunks.next();
  const all = async function* () {
    if (first.done) return;
    yield first.value;
    yield* chunks;
  };
  return Readable.from(all(), { objectMode: false });
}

/** Reads an object. If the connection breaks, continues after the last byte received. */
export async function* steadily(storage: ObjectStorage, key: string): AsyncGenerator<Uint8Array> {
  let first = 0;
  for (let failures = 0; ; ) {
    try {
      const range = first === 0 ? undefined : { first, last: Number.MAX_SAFE_INTEGER };
      const content: AsyncIterable<Uint8Array> = await storage.read(key, range);
      for await (const chunk of content) {
        yield chunk;
        first += chunk.length;
        failures = 0;
      }
      return;
    } catch (error) {
      failures += 1;
      if (error instanceof ObjectMissing || failures === attempts) throw error;
      await sleep(againMilliseconds * 2 ** failures);
    }
  }
}
