import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { apiUser } from '#tests/support/earshot.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';

const root = join(import.meta.dirname, '../../..');
const dataDirectory = mkdtempSync(join(tmpdir(), 'earshot-samples-'));
let server: ServerProcess;

beforeAll(async () => {
  server = await startServerProcess({ DATA_DIR: dataDirectory, PORT: '0' });
}, 60_000);

afterAll(async () => {
  await server.stop();
  rmSync(dataDirectory, { recursive: true, force: true });
});

const seed = async () =>
  (
    await promisify(execFile)(process.execPath, ['scripts/seed.ts'], {
      cwd: root,
      env: { PATH: process.env.PATH, DATA_DIR: dataDirectory },
    })
  ).stdout;

test('samples are made beside a running server, once, and their accounts sign in', async () => {
  const first = await seed();
  expect(first).toContain('The admin operator@sample.invalid has the password');
  expect(await seed()).toContain('The samples are here already.');
  const [, password = ''] = /all with the password "([^"]+)"/.exec(first) ?? [];
  const nobody = apiUser(server.url, '', undefined);
  const { user } = await nobody.get(api.accounts.signIn, {
    body: { email: 'otis@sample.invalid', password },
  });
  expect(user.email).toBe('otis@sample.invalid');
}, 90_000);
