import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../settings/config.ts';
import { scheduledBackup } from './backups.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-hung-'));
});
afterAll(() => rm(folder, { recursive: true }));

const noBackups = { query: async () => ({ rows: [], rowCount: 0 }) };

test('a backup that hangs is ended, reported, and does not prevent the next one', async () => {
  const command = join(folder, 'hangs.js');
  await writeFile(command, 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);');
  const backUp = scheduledBackup(
    { config: readConfig({ BACKUP_DIR: folder }), database: noBackups },
    { command, mostMilliseconds: 300 },
  );
  const reports: string[] = [];
  for (const run of [1, 2]) {
    await backUp((line) => reports.push(line));
    await expect.poll(() => reports.length, { timeout: 10_000 }).toBe(run);
  }
  expect(reports[0]).toBe('The scheduled backup failed: it was ended after 24 hours');
});
