import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ObjectMissing, type ObjectStorage } from '#server/adapters/storage/object-storage.ts';
import { noise } from '#tests/support/files/audio-files.ts';

export interface StorageUnderTest {
  readonly storage: ObjectStorage;
  close(): Promise<void>;
}

/** What every object storage must do, whatever it lies on. */
export function objectStorageContract(name: string, makeStorage: () => Promise<StorageUnderTest>): void {
  describe(name, () => {
    let made: StorageUnderTest;
    let storage: ObjectStorage;
    beforeEach(async () => {
      made = await makeStorage();
      storage = made.storage;
    });
    afterEach(() => made.close());
    const keys = async (prefix = '') =>
      (await Array.fromAsync(storage.list(prefix), ({ key }) => key)).toSorted();
    const read = async (key: string, range?: { first: number; last: number }) =>
      Buffer.concat(await (await storage.read(key, range)).toArray());

    test('a missing object is reported as missing', async () => {
      await expect(storage.read('tracks/none.mp3')).rejects.toThrow(ObjectMissing);
    });

    test('content that fails while being written leaves nothing', async () => {
      const failing = Readable.from(
        (async function* () {
          yield noise(200_000);
          throw new Error('cut off');
        })(),
      );
      await expect(storage.write('tracks/a.mp3', failing)).rejects.toThrow('cut off');
      expect(await keys()).toEqual([]);
    });

    test('content that fails before being written leaves nothing', async () => {
      const content = new PassThrough();
      content.on('error', () => undefined);
      const writing = storage.write('tracks/a.mp3', content);
      content.destroy(new Error('cut off'));
      await expect(writing).rejects.toThrow('cut off');
      expect(await keys()).toEqual([]);
    });

    test('content that stalls and is aborted leaves nothing', async () => {
      const content = new PassThrough();
      content.on('error', () => undefined);
      content.write(noise(100_000));
      const writing = storage.write('tracks/a.mp3', content);
      setTimeout(() => content.destroy(new Error('given up')), 100);
      await expect(writing).rejects.toThrow('given up');
      expect(await keys()).toEqual([]);
    });

    test('a chunk is no longer used once the next one is requested', async () => {
      const bytes = Buffer.from(noise(12_000_000));
      async function* overwritten() {
        const chunk = Buffer.alloc(50_000);
        for (let at = 0; at < bytes.length; at += chunk.length) {
          bytes.copy(chunk, 0, at);
          yield chunk;
          chunk.fill(0);
        }
      }
      await storage.write('tracks/a.mp3', overwritten());
      expect((await read('tracks/a.mp3')).equals(bytes)).toBe(true);
    });

    test('an object does not exist before its content is complete', async () => {
      const content = new PassThrough();
      const writing = storage.write('tracks/a.mp3', content);
      content.write(noise(300_000));
      expect(await keys()).toEqual([]);
      content.end();
      await writing;
      expect(await keys()).toEqual(['tracks/a.mp3']);
    });

    test('written content is read back, whole and in ranges', async () => {
      const bytes = Buffer.from(noise(300_000));
      expect(await storage.write('tracks/ab/c.mp3', Readable.from([bytes]))).toEqual({ byteLength: 300_000 });
      expect((await read('tracks/ab/c.mp3')).equals(bytes)).toBe(true);
      for (const [first, last] of [
        [0, 0],
        [299_999, 299_999],
        [65_530, 131_080],
      ] as const) {
        const part = await read('tracks/ab/c.mp3', { first, last });
        expect(part.equals(bytes.subarray(first, last + 1))).toBe(true);
      }
    });

    test('objects are listed by prefix with size and time', async () => {
      const start = Date.now() - 60_000;
      for (const key of ['tracks/ab/1.mp3', 'tracks/abc/2.mp3', 'avatars/3.png', 'tracks.txt']) {
        await storage.write(key, Readable.from([noise(10)]));
      }
      expect(await keys('tracks/')).toEqual(['tracks/ab/1.mp3', 'tracks/abc/2.mp3']);
      expect(await keys('tracks/ab')).toEqual(['tracks/ab/1.mp3', 'tracks/abc/2.mp3']);
      expect(await keys('tracks/ab/')).toEqual(['tracks/ab/1.mp3']);
      expect(await keys()).toHaveLength(4);
      const [avatar] = await Array.fromAsync(storage.list('avatars/'));
      expect(avatar?.byteLength).toBe(10);
      expect(avatar?.modifiedAt.getTime()).toBeGreaterThan(start);
    });

    test('a removed object is gone, and removing it again is not an error', async () => {
      await storage.write('tracks/a.mp3', Readable.from([noise(10)]));
      await storage.remove('tracks/a.mp3');
      await storage.remove('tracks/a.mp3');
      await expect(storage.read('tracks/a.mp3')).rejects.toThrow(ObjectMissing);
    });
  });
}
