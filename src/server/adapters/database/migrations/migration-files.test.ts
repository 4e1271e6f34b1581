import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Migration, pendingMigrations, readMigrations } from './migration-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-migrations-'));
});
afterEach(() => rm(folder, { recursive: true }));

const put = (name: string, sql = 'select 1;\n') => writeFile(join(folder, name), sql);
const aMigration = (number: number, checksum = 'same'): Migration => ({
  number,
  name: `000${number}-step.sql`,
  sql: '',
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
