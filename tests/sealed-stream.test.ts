import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { headBytes, isSealed, NotReadable, opened, sealed } from '../scripts/backup/sealed-stream.ts';

const place = { key: 'the key of an operator, long enough', path: 'objects/a' };
const kibibytes = 1024;
const chunk = 64 * kibibytes;
/** A chunk with its tag. */
const sealedChunk = chunk + 16;

const content = (bytes: number) =>
  Buffer.from(Array.from({ length: bytes }, (_, at) => (at * 7 + (at >> 8)) % 256));
const seal = (plain: Buffer, at = place) => buffer(sealed(Readable.from([plain]), at));
/** In pieces that fit no chunk. */
const open = (bytes: Buffer, at = place) =>
  buffer(
    opened(
      Readable.from(
        Array.from({ length: Math.ceil(bytes.length / 1000) }, (_, i) =>
          bytes.subarray(i * 1000, (i + 1) * 1000),
        ),
      ),
      at,
    ),
  );

function flipped(bytes: Buffer, at: number): Buffer {
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes;
}

test.each([
  ['a flipped bit', (bytes: Buffer) => flipped(bytes, headBytes + 5)],
  ['a flipped bit in the salt', (bytes: Buffer) => flipped(bytes, headBytes - 1)],
  ['the last byte cut off', (bytes: Buffer) => bytes.subarray(0, -1)],
  ['the last chunk cut off', (bytes: Buffer) => bytes.subarray(0, headBytes + 2 * sealedChunk)],
  ['all chunks cut off', (bytes: Buffer) => bytes.subarray(0, headBytes)],
  ['an extra byte', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(1)])],
  [
    'two swapped chunks',
    (bytes: Buffer) => {
      const [one, two] = [headBytes, headBytes + sealedChunk];
      return Buffer.concat([
        bytes.subarray(0, one),
        bytes.subarray(two, two + sealedChunk),
        bytes.subarray(one, two),
        bytes.subarray(two + sealedChunk),
      ]);
    },
  ],
  [
    'no encryption at all',
    () => Buffer.from('plain text that is longer than the head of a file, by some letters'),
  ],
  ['nothing', () => Buffer.alloc(0)],
])('a file with %s is rejected', async (_, damage) => {
  const bytes = await seal(content(2 * chunk + 500));
  await expect(open(damage(bytes))).rejects.toThrow(NotReadable);
});

test('a file cannot be opened with another key, or as another file', async () => {
  const bytes = await seal(content(500));
  await expect(open(bytes, { ...place, key: 'another key, which is as long as it' })).rejects.toThrow(
    NotReadable,
  );
  await expect(open(bytes, { ...place, path: 'objects/b' })).rejects.toThrow(NotReadable);
});

test.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk])(
  '%i bytes are restored unchanged',
  async (bytes) => {
    const plain = content(bytes);
    const made = await seal(plain);
    expect(isSealed(made)).toBe(true);
    expect((await open(made)).equals(plain)).toBe(true);
  },
);

test('the same content is encrypted differently each time, and cannot be read', async () => {
  const plain = Buffer.from('unreleased music '.repeat(100));
  const [one, two] = [await seal(plain), await seal(plain)];
  expect(one.equals(two)).toBe(false);
  expect(one.includes('unreleased')).toBe(false);
});
