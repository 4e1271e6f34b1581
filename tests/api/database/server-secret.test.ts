import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openKeys, WrongSecret } from '#server/start/open-parts.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/world/database.ts';

const former = 'the secret of this server, 32 long';
const present = 'the next secret of this server, long';

let db: TestDatabase;
let folder: string;
beforeEach(async () => {
  db = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'earshot-secret-'));
});
afterEach(async () => {
  await db.drop();
  await rm(folder, { recursive: true });
});

const startWith = (serverSecret?: string, previousServerSecret?: string, dataDirectory = folder) =>
  openKeys({ serverSecret, previousServerSecret, dataDirectory }, db.database);

test('a server with a secret other than that of its database does not start', async () => {
  await startWith(former);
  await expect(startWith(present)).rejects.toThrow(WrongSecret);
  await expect(startWith(present)).rejects.toThrow(/SERVER_SECRET_PREVIOUS to the former one/);
  await startWith(former);
});

test('a server without a secret creates none for a database that is already in use', async () => {
  await startWith(former);
  await expect(startWith()).rejects.toThrow(/There is no SERVER_SECRET and no .*server-secret/);
  expect(await readdir(folder)).toEqual([]);
});

test('the next start uses the secret that the first start created', async () => {
  const first = await startWith();
  expect((await startWith()).fingerprint).toEqual(first.fingerprint);
});

test('a changed secret needs the former one for one start, and then works alone', async () => {
  await startWith(former);
  await startWith(present, former);
  await startWith(present);
  await expect(startWith(former)).rejects.toThrow(WrongSecret);
});

test('servers that change secrets one after another all restart, in any order, and end with the new secret', async () => {
  await startWith(former);
  await startWith(former, present);
  await startWith(present, former);
  await startWith(former, present);
  await startWith(present, former);
  await startWith(present);
});

test('if servers with different secrets start at once, one secret wins, and servers with it start', async () => {
  const starts = await Promise.allSettled(
    [former, present, former, present].map((secret) => startWith(secret)),
  );
  const started = starts.flatMap((start, i) => (start.status === 'fulfilled' ? [i % 2] : []));
  expect(started).toHaveLength(2);
  expect(new Set(started).size).toBe(1);
});
