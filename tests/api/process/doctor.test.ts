import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DatabaseAddress } from '#server/adapters/database/database-address.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded-postgres.ts';
import { asAdministrator } from '#tests/support/world/administrator.ts';
import { runCommand } from '#tests/support/world/commands.ts';
import { urlOf } from '#tests/support/world/database.ts';
import { startServerProcess } from '#tests/support/world/server-process.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-doctor-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('the doctor reads the service settings, examines the running server, and exits with the worst light', async () => {
  const file = join(folder, 'earshot.env');
  await writeFile(file, `DATA_DIR=${join(folder, 'data')}\n`);
  const before = await runCommand('doctor', ['--env-file', file]);
  expect(before.output).toMatch(/^yellow +database +There is no Earshot at /m);
  expect(before.code).toBe(1);
  expect(await readdir(folder)).toEqual(['earshot.env']);

  const server = await startServerProcess({ PORT: '0' }, { words: ['--env-file', file] });
  try {
    const port = new URL(server.url).port;
    const beside = await runCommand('doctor', ['--env-file', file, '--json'], { PORT: port });
    const report = JSON.parse(beside.output);
    expect(report.findings).toContainEqual({
      part: 'address',
      light: 'green',
      text: `Earshot listens on 127.0.0.1:${port} and is healthy.`,
    });
    const lightsOf = (part: string) =>
      report.findings
        .filter((one: { part: string }) => one.part === part)
        .map((one: { light: string }) => one.light);
    for (const part of ['settings', 'secret', 'clock', 'mail', 'stripe'])
      expect(lightsOf(part)).toEqual(['green']);
    expect(lightsOf('database')).toEqual(['green', 'green']);
    const other = await runCommand('doctor', ['--env-file', file], {
      PORT: port,
      SERVER_SECRET: 'another secret, 32 characters or more',
    });
    expect(other).toMatchObject({ code: 2, output: expect.stringMatching(/^red +secret /m) });
    expect(other.output).toMatch(/^\d+ red, \d+ yellow, \d+ green\.$/m);
  } finally {
    expect(await server.stop()).toBe(0);
  }
}, 120_000);

test('a typo in a setting and a wrong command line have their own exit codes', async () => {
  const file = join(folder, 'earshot.env');
  await writeFile(file, 'SMPT_URL=smtp://localhost\n');
  const typo = await runCommand('doctor', ['--json', '--env-file', file]);
  expect(JSON.parse(typo.output)).toMatchObject({
    light: 'red',
    findings: [{ part: 'settings', text: expect.stringContaining('Did you mean SMTP_URL?') }],
  });
  expect(typo.code).toBe(2);
  for (const words of [['--everything'], ['--mail-to', 'nobody'], ['extra']]) {
    const wrong = await runCommand('doctor', words, { DATA_DIR: folder });
    expect(wrong).toMatchObject({ code: 3, output: expect.stringContaining('npm run doctor --') });
  }
});

test('a wrong database password is red, and is not printed', async () => {
  const cluster = await startEmbeddedPostgres({ dataDirectory: join(folder, 'cluster') });
  try {
    const access = join(folder, 'cluster', 'pg_hba.conf');
    await asAdministrator(cluster.address, async (client) => {
      await client.query("create role asked login password 'right'");
      await writeFile(access, `local all asked scram-sha-256\n${await readFile(access, 'utf8')}`);
      await client.query('select pg_reload_conf()');
    });
    const address: DatabaseAddress = {
      ...cluster.address,
      user: 'asked',
      password: 'the wrong one',
    } as DatabaseAddress;
    const { code, output } = await runCommand('doctor', [], {
      DATA_DIR: folder,
      DATABASE_URL: urlOf(address),
    });
    expect(output).toMatch(/^red +database +DATABASE_URL: .* does not accept the password of user "asked"/m);
    expect(output).not.toMatch(/the wrong one|the%20wrong/);
    expect(code).toBe(2);
  } finally {
    await cluster.stop();
  }
});
