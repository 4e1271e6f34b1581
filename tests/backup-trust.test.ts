import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { diskStorage } from '#server/adapters/storage/disk-storage.ts';
import { ObjectMissing, type ObjectStorage } from '#server/adapters/storage/object-storage.ts';
import { bucketHome } from '../scripts/backup/bucket-home.ts';
import { checkHeld, listedObjects, readEarlier } from '../scripts/backup/copy-objects.ts';
import { restorePages, savePages } from '../scripts/backup/copy-pages.ts';
import { folderHome } from '../scripts/backup/folder-home.ts';
import { checkFile, manifestFile, objectPathOf } from '../scripts/backup/manifest.ts';
import { openToRestore } from '../scripts/backup/open-to-restore.ts';
import { saveText } from '../scripts/backup/saved-stream.ts';
import { beginSteadily } from '../scripts/backup/steady-read.ts';
import { tidyAfter, tidyBefore } from '../scripts/backup/tidy-home.ts';

const [first, second] = ['2026-11-18T03-00-00Z', '2026-11-21T03-00-00Z'];
const key = 'a key of the operator, 32 letters or more';
let folder: string;
let storage: ObjectStorage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-trust-'));
  storage = diskStorage({ folder, leastFreeShare: 0 });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const home = (changed: Partial<ObjectStorage> = {}) =>
  bucketHome({ storage: { ...storage, ...changed }, title: 's3://kept/backups' });
const kinds = [
  ['a bucket', () => home()],
  ['a folder', () => folderHome(folder)],
] as const;
const sha256 = createHash('sha256').update('sound').digest('hex');

/** A whole backup with one object. */
async function write(name: string, sealing?: string, at = home()): Promise<void> {
  const place = { files: at.files(name), key: sealing };
  await saveText(place, 'objects/tracks/a', 'sound');
  const line = `${JSON.stringify({ key: 'tracks/a', byteLength: 5, sha256 })}\n`;
  const objectList = await saveText(place, 'objects.jsonl', line);
  const none = { migrations: [], tables: [], sequences: [], partitions: [], leftOut: [] };
  const madeAt = `${name.slice(0, 10)}T03:00:00.500Z`;
  const facts = { format: 1, product: '0.6.0', madeAt, hasSecret: false };
  const manifest = { ...facts, ...none, objectList, objects: { files: 1, bytes: 5 } };
  await saveText(place, manifestFile, JSON.stringify(manifest));
}
const expected = { key, name: first, acceptsUnencrypted: false };
const names = async () => (await home().list()).map(({ name }) => name);

test('with a key, an unencrypted backup is restored only if the operator allows it', async () => {
  await write(first);
  await write(second, key);
  const files = home().files(first);
  await expect(openToRestore(files, expected)).rejects.toThrow('restore it with --unencrypted');
  for (const accepted of [{ acceptsUnencrypted: true }, { key: undefined }]) {
    expect((await openToRestore(files, { ...expected, ...accepted })).place.key).toBeUndefined();
  }
  const sealed = await openToRestore(home().files(second), { ...expected, name: second });
  expect(sealed.place.key).toBe(key);
});

test('a backup that 0.6.0 encrypted is read as before, and shares nothing with a new one', async () => {
  const files = folderHome(join(import.meta.dirname, 'fixtures/former-backup')).files(first);
  const { place, manifest } = await openToRestore(files, expected);
  const [saved, ...more] = await Array.fromAsync(listedObjects(place, manifest));
  if (!saved) throw new Error('Nothing is listed.');
  expect(more).toEqual([]);
  await checkFile(place, { ...saved, path: objectPathOf(saved.key) });
  expect(await readEarlier(files, key)).toBeUndefined();
});

test('a backup copied to another name is rejected in a bucket, and accepted from a folder', async () => {
  await write(first, key);
  for await (const { key: path } of storage.list(`backups/${first.toLowerCase()}/`)) {
    await storage.write(path.replace(first.toLowerCase(), second.toLowerCase()), await storage.read(path));
  }
  const files = home().files(second);
  await expect(openToRestore(files, { ...expected, name: second })).rejects.toThrow('put there later');
  expect((await openToRestore(files, { ...expected, name: undefined })).manifest.madeAt).toContain('11-18');
});

test.each(kinds)('a backup in %s with a truncated file is not completed', async (_kind, open) => {
  const files = open().files(first);
  await write(first, key, open());
  const place = { files, key };
  const { manifest } = await openToRestore(files, expected);
  await checkHeld(place, manifest);
  for (const path of await readdir(folder, { recursive: true })) {
    if (path.endsWith('tracks/a')) await truncate(join(folder, path), 3);
  }
  await expect(checkHeld(place, manifest)).rejects.toThrow(/^tracks\/a .*The backup is incomplete\.$/);
});

test('only pages that the manifest lists are restored, and another file in their place is noticed', async () => {
  const files = home().files(first);
  const place = { files, key };
  const data = join(folder, 'data');
  await mkdir(join(data, 'pages'), { recursive: true });
  await writeFile(join(data, 'pages/terms.md'), 'Our terms.');
  const otherFiles = await savePages(data, place);
  await saveText(place, 'pages/contact.md', 'a secret');
  await rm(data, { recursive: true });
  await restorePages(place, { otherFiles }, data);
  expect(await readdir(join(data, 'pages'))).toEqual(['terms.md']);
  for await (const { key: path } of storage.list('backups/')) {
    if (path.endsWith('terms.md'))
      await storage.write(path, await storage.read(path.replace('terms', 'contact')));
  }
  const [terms] = otherFiles;
  if (!terms) throw new Error('Nothing was saved.');
  await expect(checkFile(place, terms)).rejects.toThrow('is not what was backed up');
});

test('a listing without the newest backup, or its manifest, removes nothing', async () => {
  await write(first);
  await write(second);
  const all = await Array.fromAsync(storage.list(''), ({ key: path }) => path);
  const lower = second.toLowerCase();
  const said: string[] = [];
  for (const missing of [`backups/${lower}/`, `backups/${lower}/manifest.json`]) {
    const list: ObjectStorage['list'] = async function* (prefix) {
      for await (const object of storage.list(prefix)) if (!object.key.startsWith(missing)) yield object;
    };
    const tidying = { key: undefined, say: (line: string) => said.push(line), keepDays: 1, keepWeeks: 0 };
    await expect(tidyAfter(home({ list }), second, tidying)).rejects.toThrow(`does not list ${second}`);
  }
  expect(said).toEqual([]);
  expect(await Array.fromAsync(storage.list(''), ({ key: path }) => path)).toEqual(all);
  await tidyAfter(home(), second, { key: undefined, say: () => undefined, keepDays: 1, keepWeeks: 0 });
  expect(await names()).toEqual([second]);
});

test('a failed sweep before a backup is reported and does not prevent the backup', async () => {
  await saveText({ files: home().files(first), key: undefined }, 'objects.jsonl', '');
  const said: string[] = [];
  const removeUnfinished = () => Promise.reject(new Error('AccessDenied'));
  await tidyBefore(home({ removeUnfinished }), { key: undefined, say: (line) => said.push(line) });
  expect(said).toEqual([
    `Removed the interrupted backup ${first}`,
    'The remains of an interrupted backup could not be removed: AccessDenied',
  ]);
});

test('audio whose read is interrupted resumes, and missing audio is reported at once', async () => {
  await storage.write('tracks/a', Readable.from([Buffer.from('the whole sound')]));
  let reads = 0;
  const breaking: ObjectStorage = {
    ...storage,
    read: async (path, range) => {
      reads += 1;
      const bytes = Buffer.from(await text(await storage.read(path, range)));
      if (reads > 1) return Readable.from([bytes]);
      return Readable.from(
        (async function* () {
          yield bytes.subarray(0, 4);
          throw new Error('ECONNRESET');
        })(),
      );
    },
  };
  expect(await text(await beginSteadily(breaking, 'tracks/a'))).toBe('the whole sound');
  expect(reads).toBe(2);
  await expect(beginSteadily(storage, 'tracks/none')).rejects.toThrow(ObjectMissing);
});
