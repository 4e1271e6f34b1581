import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aMachine, restoreDrill } from '#tests/support/world/restore-drill.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-drill-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a backup of a running server, restored on an empty machine, signs in and plays the same sound', () =>
  restoreDrill(aMachine(folder)));

test('a damaged backup is rejected before anything is created', async () => {
  const machine = aMachine(folder);
  const server = await machine.start();
  await server.stop();
  await machine.command('backup');
  await machine.lose();
  const table = join(machine.backup, 'database', 'ledger.accounts.copy.gz');
  const bytes = await readFile(table);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  await writeFile(table, bytes);
  await expect(machine.command('restore')).rejects.toMatchObject({
    stderr: expect.stringContaining('is damaged'),
  });
});

test('a restore under another secret says so, and the server does not start with it', async () => {
  const machine = aMachine(folder, { SERVER_SECRET: 'the secret that was backed up, long' });
  await (await machine.start()).stop();
  await machine.command('backup');
  await machine.lose();
  const other = aMachine(folder, { SERVER_SECRET: 'another secret than the one before' });
  const { stdout } = await other.command('restore');
  expect(stdout).toContain('SERVER_SECRET is not the secret of the server that was backed up');
  await expect(other.start()).rejects.toThrow('is not the one that the database was last used with');
  expect(await (await machine.start()).stop()).toBe(0);
});
