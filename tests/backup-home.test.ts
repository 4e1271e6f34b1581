import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { diskStorage } from '#server/adapters/storage/disk-storage.ts';
import type { BackupHome } from '../scripts/backup/backup-home.ts';
import { bucketHome } from '../scripts/backup/bucket-home.ts';
import { folderHome } from '../scripts/backup/folder-home.ts';
import { manifestFile } from '../scripts/backup/manifest.ts';
import { neededFiles } from '../scripts/backup/needed-files.ts';
import { saveText } from '../scripts/backup/saved-stream.ts';

const [first, second, third] = ['2026-11-20T03-00-00Z', '2026-11-21T03-00-00Z', '2026-11-22T03-00-00Z'];
const [key, otherKey] = ['the first key of 32 letters or more', 'the second key of 32 letters or more'];
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-home-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const kinds: readonly [string, () => BackupHome][] = [
  ['a folder', () => folderHome(folder)],
  ['a bucket', () => bucketHome({ storage: diskStorage({ folder }), title: 's3://kept/backups' })],
];

/** A whole backup that names these objects, each with the backup that holds it. */
async function write(
  home: BackupHome,
  name: string,
  { objects, key }: { objects: Record<string, string | undefined>; key?: string },
): Promise<void> {
  const place = { files: home.files(name), key };
  const lines: string[] = [];
  for (const [path, heldBy] of Object.entries(objects)) {
    if (heldBy === undefined) await saveText(place, `objects/${path}`, `of ${name}`);
    else {
      const file = { path: `objects/${path}`, heldBy: undefined, storedBytes: `of ${heldBy}`.length };
      await place.files.share(home.files(heldBy), file);
    }
    lines.push(JSON.stringify({ key: path, byteLength: 1, sha256: 'ab', heldBy }));
  }
  const objectList = await saveText(place, 'objects.jsonl', lines.map((line) => `${line}\n`).join(''));
  const none = { migrations: [], tables: [], sequences: [], partitions: [], leftOut: [] };
  const facts = { format: 1, product: '0.6.0', madeAt: '2026-11-22T03:00:00Z', hasSecret: false };
  const manifest = { ...facts, ...none, objectList, objects: { files: lines.length, bytes: 1 } };
  await saveText(place, manifestFile, JSON.stringify(manifest));
}
const isThere = async (home: BackupHome, name: string, path: string) =>
  text(await home.files(name).read(`objects/${path}`)).then(
    () => true,
    () => false,
  );

describe.each(kinds)('backups in %s', (_kind, open) => {
  test('are listed newest first, and one without a manifest is incomplete', async () => {
    const home = open();
    expect(await home.list()).toEqual([]);
    await write(home, second, { objects: { 'tracks/a': undefined } });
    await saveText({ files: home.files(third), key: undefined }, 'objects.jsonl', '');
    expect(await home.list()).toMatchObject([
      { name: third, isWhole: false },
      { name: second, isWhole: true },
    ]);
    expect(await home.files(second).has(manifestFile)).toBe(true);
    expect(await home.files(third).has(manifestFile)).toBe(false);
    expect(await home.files(third).has('objects.json')).toBe(false);
  });

  test('keep a file that a later backup shares, even if the earlier backup is removed', async () => {
    const home = open();
    await write(home, first, { objects: { 'tracks/a': undefined, 'tracks/gone': undefined } });
    await write(home, second, { objects: { 'tracks/a': first } });
    await home.remove(first);
    await home.sweep(() => neededFiles(home, undefined));
    expect(await home.list()).toMatchObject([{ name: second }]);
    expect([await isThere(home, first, 'tracks/gone'), await isThere(home, third, 'tracks/a')]).toEqual([
      false,
      false,
    ]);
    const held = [await isThere(home, second, 'tracks/a'), await isThere(home, first, 'tracks/a')];
    // A folder is whole by itself; a bucket keeps it under the one that wrote it.
    expect(held).toEqual(home.title === folder ? [true, false] : [false, true]);
  });

  test('cannot share a missing file', async () => {
    const home = open();
    const file = { path: 'objects/tracks/a', heldBy: undefined, storedBytes: 1 };
    await expect(home.files(second).share(home.files(first), file)).rejects.toThrow();
  });
});

test('a file in a bucket with a different length than written is not shared', async () => {
  const home = bucketHome({ storage: diskStorage({ folder }), title: 'bucket' });
  await write(home, first, { objects: { 'tracks/a': undefined } });
  const file = { path: 'objects/tracks/a', heldBy: undefined, storedBytes: 1 };
  await expect(home.files(second).share(home.files(first), file)).rejects.toThrow(
    'in the bucket is not what',
  );
});

test('while one backup in a bucket cannot be read, files that it may need are not swept', async () => {
  const home = bucketHome({ storage: diskStorage({ folder }), title: 'bucket' });
  await write(home, first, { objects: { 'tracks/a': undefined } });
  await write(home, second, { objects: { 'tracks/b': undefined }, key });
  await write(home, third, { objects: { 'tracks/c': undefined }, key: otherKey });
  await home.remove(first);
  await home.remove(third);
  await home.sweep(() => neededFiles(home, otherKey));
  const left = async () => [
    await isThere(home, first, 'tracks/a'),
    await isThere(home, second, 'tracks/b'),
    await isThere(home, third, 'tracks/c'),
  ];
  expect(await left()).toEqual([true, true, false]);
  await home.sweep(() => neededFiles(home, key));
  expect(await left()).toEqual([false, true, false]);
});
