import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Migration, pendingMigrations, readMigrations, withBaseline } from './migration-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-migrations-'));
});
afterEach(() => rm(folder, { recursive: true }));

const put = (name: string, sql = 'select 1;\n') => writeFile(join(folder, name), sql);
const aMigration = (number: number, checksum = 'same'): Migration => ({
  number,
  name: `000${number}-step.sql`,
  files: [],
  checksum,
});

test('a file without a number and a duplicate number are rejected', async () => {
  await put('accounts.sql');
  await expect(readMigrations(folder)).rejects.toThrow('NNNN-name.sql');
  await rm(join(folder, 'accounts.sql'));
  await put('0001-accounts.sql');
  await put('0001-wallet.sql');
  await expect(readMigrations(folder)).rejects.toThrow('Two migrations have the number');
});

test('files are read in numerical order, and line endings do not change a checksum', async () => {
  await put('0010-later.sql', 'select 1;\r\n');
  await put('0002-sooner.sql', 'select 1;\n');
  await put('notes.txt');
  const found = await readMigrations(folder);
  expect(found.map(({ number, name }) => [number, name])).toEqual([
    [2, '0002-sooner.sql'],
    [10, '0010-later.sql'],
  ]);
  expect(found[0]?.checksum).toBe(found[1]?.checksum);
});

test('a changed applied migration is rejected', () => {
  expect(() => pendingMigrations([aMigration(1, 'new')], [aMigration(1, 'old')])).toThrow(
    'was changed after',
  );
});

test('a database newer than the code is rejected', () => {
  expect(() => pendingMigrations([aMigration(1)], [aMigration(1), aMigration(2)])).toThrow(
    'newer than this Earshot',
  );
});

test('a new migration numbered below an applied one is rejected', () => {
  expect(() => pendingMigrations([aMigration(1), aMigration(2)], [aMigration(2)])).toThrow('comes before');
});

test('only migrations not yet applied are pending', () => {
  expect(pendingMigrations([aMigration(1), aMigration(2)], [aMigration(1)])).toEqual([aMigration(2)]);
});

test('the baseline comes first, with all of its files', async () => {
  await put('0990-later.sql');
  await put('triggers.sql');
  await mkdir(join(folder, 'baseline'));
  await put('baseline/2-money.sql', 'select 2;\n');
  await put('baseline/1-identity.sql', 'select 1;\n');
  const found = await readMigrations(folder);
  expect(found.map(({ number, files }) => [number, files.map(({ name }) => name)])).toEqual([
    [981, ['1-identity.sql', '2-money.sql']],
    [990, ['0990-later.sql']],
  ]);
  const [made] = found;
  await put('baseline/1-identity.sql', '-- A better comment.\nselect 1;\n');
  expect((await readMigrations(folder))[0]?.checksum).toBe(made?.checksum);
});

test('a database that is older than 0.6.0 is told to start 0.6.0 first', () => {
  expect(() => withBaseline([aMigration(1), aMigration(970)])).toThrow(
    'This database is older than Earshot 0.6.0. Start Earshot 0.6.0 on it once, and then this version.',
  );
});

test('a database that began with the baseline is taken as it is', () => {
  const begun = [{ number: 981, name: 'baseline', checksum: '0.6.0' }, aMigration(990)];
  expect(withBaseline(begun)).toBe(begun);
  expect(withBaseline([])).toEqual([]);
});
