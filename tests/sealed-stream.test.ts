import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { NotReadable } from '../scripts/backup/not-readable.ts';
import { identityOf, isSealed, opened, sealed, sealedLength } from '../scripts/backup/sealed-stream.ts';

const key = 'a key of the operator, 32 letters or more';
const path = 'objects/tracks/a';
const kibibytes = 1024;
const chunk = 64 * kibibytes;
/** A chunk with its tag. */
const sealedChunk = chunk + 16;
const headBytes = sealedLength(0) - 16;

const content = (bytes: number) =>
  Buffer.from(Array.from({ length: bytes }, (_, at) => (at * 7 + (at >> 8)) % 256));
const seal = (plain: Buffer, withKey = key) => buffer(sealed(Readable.from([plain]), withKey));
/** In pieces that fit no chunk. */
const open = (bytes: Buffer, withKey = key) =>
  buffer(
    opened(
      Readable.from(
        Array.from({ length: Math.ceil(bytes.length / 1000) }, (_, i) =>
          bytes.subarray(i * 1000, (i + 1) * 1000),
        ),
      ),
      { key: withKey, path },
    ),
  );

function flipped(bytes: Buffer, at: number): Buffer {
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes;
}

test.each([
  ['a flipped bit', (bytes: Buffer) => flipped(bytes, headBytes + 5)],
  ['a flipped bit in the header', (bytes: Buffer) => flipped(bytes, 60)],
  ['a flipped bit in the nonce', (bytes: Buffer) => flipped(bytes, headBytes - 1)],
  ['the last byte cut off', (bytes: Buffer) => bytes.subarray(0, -1)],
  ['the last chunk cut off', (bytes: Buffer) => bytes.subarray(0, headBytes + 2 * sealedChunk)],
  ['all chunks cut off', (bytes: Buffer) => bytes.subarray(0, headBytes)],
  ['half of its header cut off', (bytes: Buffer) => bytes.subarray(0, 90)],
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

test('a file cannot be opened with another key', async () => {
  const bytes = await seal(content(500));
  await expect(open(bytes, 'another key, which is as long as it')).rejects.toThrow(NotReadable);
});

test('a file that cannot be read is not called damaged', async () => {
  const bytes = await seal(content(chunk));
  const failing = async function* () {
    yield bytes.subarray(0, 1000);
    throw new Error('ECONNRESET');
  };
  await expect(buffer(opened(failing(), { key, path }))).rejects.toThrow(/^ECONNRESET$/);
});

test.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk])(
  '%i bytes are restored unchanged',
  async (bytes) => {
    const plain = content(bytes);
    const made = await seal(plain);
    expect(isSealed(made)).toBe(true);
    expect(made).toHaveLength(sealedLength(bytes));
    expect((await open(made)).equals(plain)).toBe(true);
  },
);

test('the same content is encrypted differently each time, and cannot be read', async () => {
  const plain = Buffer.from('unreleased music '.repeat(100));
  const [one, two] = [await seal(plain), await seal(plain)];
  expect(one.equals(two)).toBe(false);
  expect(one.includes('unreleased')).toBe(false);
});

test('a text always gives the same age identity, and an age identity is used as it is', () => {
  expect(identityOf(key)).toBe(identityOf(key));
  expect(identityOf(key)).toMatch(/^AGE-SECRET-KEY-1[A-Z0-9]{58}$/);
  expect(identityOf(`${key}.`)).not.toBe(identityOf(key));
  expect(identityOf(identityOf(key))).toBe(identityOf(key));
});

const hasAge = spawnSync('age', ['--version']).status === 0;
test.skipIf(!hasAge)('the command age opens a file with the identity of the key', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-age-'));
  try {
    const [identity, file] = [join(folder, 'identity.txt'), join(folder, 'file')];
    await writeFile(identity, `${identityOf(key)}\n`);
    const plain = content(2 * chunk + 500);
    await writeFile(file, await seal(plain));
    const read = execFileSync('age', ['-d', '-i', identity, file], { maxBuffer: 2 ** 20 });
    expect(read.equals(plain)).toBe(true);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

// A backup that 0.6.0 encrypted.
const former = join(import.meta.dirname, 'fixtures/former-backup/2026-11-18T03-00-00Z');

test('a file that 0.6.0 encrypted is opened, with its own key only', async () => {
  const bytes = await readFile(join(former, path));
  expect(isSealed(bytes)).toBe(true);
  expect((await open(bytes)).equals(content(chunk + 500))).toBe(true);
  await expect(open(bytes, 'another key, which is as long as it')).rejects.toThrow(NotReadable);
});

test.each([
  ['a flipped bit', (bytes: Buffer) => flipped(bytes, 60)],
  ['the last byte cut off', (bytes: Buffer) => bytes.subarray(0, -1)],
  ['the last chunk cut off', (bytes: Buffer) => bytes.subarray(0, 49 + sealedChunk)],
  [
    'the first chunk cut out',
    (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 49), bytes.subarray(49 + sealedChunk)]),
  ],
])('a file that 0.6.0 encrypted is rejected with %s', async (_, damage) => {
  await expect(open(damage(await readFile(join(former, path))))).rejects.toThrow(NotReadable);
});
