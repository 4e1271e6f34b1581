import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { requestIdHeader } from '#contract/request-id.ts';
import { apiUser } from '#tests/support/people/api-user.ts';
import { joinAt } from '#tests/support/people/joining.ts';
import { prepareDatabase } from '#tests/support/world/prepared-database.ts';
import { startServerProcess } from '#tests/support/world/server-process.ts';

test('the log of a whole run contains every request and no personal data', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-log-'));
  await prepareDatabase(folder);
  const server = await startServerProcess({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'debug' });
  try {
    const person = await joinAt(server, 'Kim.Secret@example.org');
    const nobody = apiUser(server.url, '', undefined);
    const wrong = { email: 'kim.secret@example.org', password: 'not the velvet one' };
    await nobody.call(api.accounts.signIn, { body: wrong });
    await nobody.call(api.accounts.signUp, { body: wrong });
    await person.get(api.accounts.updateProfile, {
      body: { userType: 'listener', displayName: 'Kim Secret' },
    });
    await nobody.call(api.discovery.searchTracks, { query: { words: 'kim secret' } });
    await nobody.fetch('/api/audio/abcdefghij.klmnopqrst?token=abcdefgh', {
      headers: { cookie: 'sid=crumbs' },
    });
    await nobody.fetch('/api/accounts/sign-in', { method: 'POST', body: '{"password":"broken-json' });
    const { headers } = await person.fetch(api.accounts.readProfile.path);
    await server.stop();
    const log = server.output();
    expect(log).toContain(`"reqId":"${headers.get(requestIdHeader)}"`);
    expect(log).toContain('"call":"accounts.signIn"');
    const errors = log.split('\n').filter((line) => /"status":4\d\d/.test(line));
    expect(errors.length).toBeGreaterThan(2);
    expect(errors.filter((line) => !/"error":"[a-z_]+"/.test(line))).toEqual([]);
    const secrets = [
      'kim.secret',
      'velvet',
      'Kim Secret',
      'kim secret',
      'klmnopqrst',
      'crumbs',
      'broken-json',
      person.accessToken,
      '127.0.0.1"',
      await readFile(join(folder, 'server-secret'), 'utf8'),
    ];
    const lower = log.toLowerCase();
    expect(secrets.filter((secret) => secret && lower.includes(secret.toLowerCase()))).toEqual([]);
    expect(log).not.toMatch(/eyJ[\w-]{10,}\.|bearer |set-cookie/i);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
