import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTracksServer, type TracksServer } from './tracks-server.ts';

let server: TracksServer;
beforeAll(async () => {
  server = await startTracksServer();
});
afterAll(() => server.close());

const script = join(import.meta.dirname, '..', '..', '..', 'scripts', 'bench', 'upload-memory.ts');

test.runIf(process.platform === 'linux')('six uploads of 50 MiB at once take little memory', async () => {
  const tokens = [];
  for (const _ of [1, 2]) tokens.push('--token', (await server.signIn({ userType: 'artist' })).sessionId);
  // Half of what the six files have: holding them in memory cannot pass.
  const limit = ['--most', '150'];
  const options = ['--url', server.url, '--pid', String(process.pid), ...tokens, ...limit];
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...options]);
  expect(stdout).toContain('answered 200, 200, 200, 200, 200, 200');
});
