import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { diskStorage } from '#server/adapters/storage/disk-storage.ts';
import { StorageFull } from '#server/adapters/storage/object-storage.ts';
import { objectStorageContract } from './object-storage-contract.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'earshot-storage-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

objectStorageContract('the disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-storage-'));
  return {
    storage: diskStorage({ folder: join(folder, 'audio') }),
    close: () => rm(folder, { recursive: true, force: true }),
  };
});

test.each([
  '../outside',
  'tracks/../../outside',
  '/etc/passwd',
  'tracks//a',
  'tracks/',
  '',
  '.',
  '..',
  '.incoming/a',
  'tracks/.hidden',
  'tracks\\..\\outside',
  'C:/outside',
  'tracks/a\u0000.mp3',
  'tracks/%2e%2e/a',
  'a'.repeat(5000),
])('%j is not a valid key: nothing is written, read or removed', async (key) => {
  const storage = diskStorage({ folder: join(root, 'audio') });
  await writeFile(join(root, 'outside'), 'stays');
  await expect(storage.write(key, Readable.from([Buffer.from('x')]))).rejects.toThrow(RangeError);
  await expect(storage.read(key)).rejects.toThrow(RangeError);
  await expect(storage.remove(key)).rejects.toThrow(RangeError);
  expect(await readdir(root)).toEqual(['outside']);
});

test('a volume with too little free space accepts no new object but still serves the old ones', async () => {
  const folder = join(root, 'audio');
  await diskStorage({ folder }).write('tracks/a.mp3', Readable.from([Buffer.from('sound')]));
  const full = diskStorage({ folder, leastFreeShare: 1.1 });
  await expect(full.write('tracks/b.mp3', Readable.from([Buffer.from('x')]))).rejects.toThrow(StorageFull);
  expect(Buffer.concat(await (await full.read('tracks/a.mp3')).toArray()).toString()).toBe('sound');
  expect(await readdir(folder, { recursive: true })).not.toContain('tracks/b.mp3');
});

test('files left by a crash are removed once they are old', async () => {
  const folder = join(root, 'audio');
  const incoming = join(folder, '.incoming');
  await mkdir(incoming, { recursive: true });
  await writeFile(join(incoming, 'old'), 'x');
  await writeFile(join(incoming, 'new'), 'x');
  await utimes(join(incoming, 'old'), new Date(0), new Date(0));
  expect(await diskStorage({ folder }).removeUnfinished(new Date(Date.now() - 3_600_000), [])).toBe(1);
  expect(await readdir(incoming)).toEqual(['new']);
});

test('an unused storage is empty', async () => {
  const storage = diskStorage({ folder: join(root, 'audio') });
  expect(await Array.fromAsync(storage.list(''))).toEqual([]);
  expect(await storage.removeUnfinished(new Date(), [])).toBe(0);
});
