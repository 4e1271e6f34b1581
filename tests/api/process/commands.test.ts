import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clientConfig, type DatabaseAddress } from '#server/adapters/database/database-address.ts';
import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded-postgres.ts';
import { runCommand } from '#tests/support/world/commands.ts';
import { urlOf } from '#tests/support/world/database.ts';
import { startServerProcess } from '#tests/support/world/server-process.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-commands-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const stack = /^\s+at /m;

/** Holds the accounts for so long after somebody waits for them. */
async function whileLocked<T>(
  address: DatabaseAddress,
  milliseconds: number,
  work: () => Promise<T>,
): Promise<T> {
  const holder = new Client(clientConfig(address, 'earshot_owner'));
  await holder.connect();
  try {
    await holder.query('begin; lock table users');
    const done = work();
    const waiting = 'select count(*)::integer as waiting from pg_locks where not granted';
    await expect.poll(async () => (await holder.query(waiting)).rows[0].waiting).toBeGreaterThan(0);
    await sleep(milliseconds);
    await holder.query('commit');
    return await done;
  } finally {
    await holder.end();
  }
}

test.each([
  ['backup', ['BACKUP']],
  ['audit', []],
  ['seed', []],
  ['admin', ['grant', 'ada@example.org']],
] as const)(
  '%s on a folder without an Earshot creates no database and fails with an explanation',
  async (name, words) => {
    const data = join(folder, 'data');
    const result = await runCommand(
      name,
      words.map((word) => (word === 'BACKUP' ? join(folder, 'backup') : word)),
      { DATA_DIR: data },
    );
    expect(result.output).toContain(`There is no Earshot at ${join(data, 'postgres')}`);
    expect(result.output).not.toMatch(stack);
    expect(result.code).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  },
);

test('commands read the service settings from --env-file, and an unused database is not backed up', async () => {
  const cluster = await startEmbeddedPostgres({ dataDirectory: join(folder, 'cluster') });
  try {
    const file = join(folder, 'earshot.env');
    const secret = 'the secret of the settings file, long';
    const settings = `# the service\nDATA_DIR=${join(folder, 'data')}\nDATABASE_URL="${urlOf(cluster.address)}"\nSERVER_SECRET=${secret}\n`;
    await writeFile(file, settings);
    const backup = join(folder, 'backup');
    const empty = await runCommand('backup', ['--env-file', file, backup]);
    expect(empty).toMatchObject({
      code: 1,
      output: expect.stringContaining('is empty: Earshot has never used it'),
    });
    expect(existsSync(backup)).toBe(false);

    const server = await startServerProcess({ PORT: '0' }, { words: ['--env-file', file] });
    expect(await server.stop()).toBe(0);
    const whole = await runCommand('backup', [backup, `--env-file=${file}`]);
    expect(whole).toMatchObject({ code: 0, output: expect.stringContaining('Keep SERVER_SECRET as well') });
    expect((await runCommand('audit', ['--env-file', file])).output).toContain('A12 ok');
    const asked = (statement: string) => runCommand('admin', ['sql', statement, '--env-file', file]);
    expect(await asked('select count(*)::int as users, null as nothing from users')).toEqual({
      code: 0,
      output: '{"users":0,"nothing":null}\n',
    });
    for (const statement of ['delete from users', 'commit; delete from users', 'selec 1']) {
      expect(await asked(statement)).toMatchObject({
        code: 1,
        output: expect.stringMatching(/^PostgreSQL: .*\n$/),
      });
    }
    const grant = () => runCommand('admin', ['grant', 'ada@example.org', '--env-file', file]);
    // Longer than a request waits, in all its tries.
    const unknown = await whileLocked(cluster.address, 5500, grant);
    expect(unknown.output).toContain('no confirmed account with the address ada@example.org');

    const other = await runCommand('audit', ['--env-file', file], { SERVER_SECRET: `not ${secret}` });
    expect(other).toMatchObject({
      code: 1,
      output: expect.stringContaining('is not the one that the database'),
    });
    expect(other.output).not.toMatch(stack);
    const elsewhere = join(folder, 'elsewhere.env');
    await writeFile(
      elsewhere,
      `DATA_DIR=${join(folder, 'elsewhere')}\nDATABASE_URL="${urlOf(cluster.address)}"\n`,
    );
    const none = await runCommand('admin', ['accept-secret', '--env-file', elsewhere]);
    expect(none).toMatchObject({
      code: 1,
      output: expect.stringContaining('There is no SERVER_SECRET and no'),
    });
    expect(none.output).not.toMatch(stack);
    expect(existsSync(join(folder, 'elsewhere', 'server-secret'))).toBe(false);
    expect((await runCommand('audit', ['--env-file', file])).code).toBe(0);
    const lost = await runCommand('admin', ['accept-secret', '--env-file', file], {
      SERVER_SECRET: `not ${secret}`,
    });
    expect(lost).toMatchObject({
      code: 0,
      output: expect.stringContaining('Earshot now accepts this secret.'),
    });
    const again = await runCommand('audit', ['--env-file', file], { SERVER_SECRET: `not ${secret}` });
    expect(again.code).toBe(0);
  } finally {
    await cluster.stop();
  }
}, 120_000);

test('a backup of a server with its own stored secret does not mention the setting', async () => {
  const settings = { DATA_DIR: join(folder, 'data') };
  const server = await startServerProcess({ ...settings, PORT: '0' });
  await server.stop();
  const { code, output } = await runCommand('backup', [join(folder, 'backup')], settings);
  expect(output).toContain('Backed up');
  expect(output).not.toContain('SERVER_SECRET');
  expect(code).toBe(0);
  expect(existsSync(join(folder, 'backup', 'server-secret'))).toBe(true);
});

test.each([
  ['a typo', 'SMPT_URL=smtp://localhost', 'SMPT_URL: Earshot has no such setting. Did you mean SMTP_URL?'],
  [
    'an unknown name with a known prefix',
    'STRIPE_KEY=sk_test_1',
    'STRIPE_KEY: Earshot has no such setting. Did you mean STRIPE_',
  ],
  [
    'a value cut at a #',
    'BACKUP_KEY=the key that systemd reads#and Node does not  # kept safe',
    "BACKUP_KEY: the value contains #, so it needs quotes: BACKUP_KEY='...'.",
  ],
])('%s in the settings file stops a command', async (_, line, sentence) => {
  const file = join(folder, 'earshot.env');
  await writeFile(file, `DATA_DIR=${folder}\n${line}\n`);
  const { code, output } = await runCommand('audit', ['--env-file', file]);
  expect(output).toContain(sentence);
  expect(output).not.toMatch(stack);
  expect(code).toBe(1);
});

test('a settings file that is missing or is not a file stops a command with one sentence', async () => {
  const missing = join(folder, 'nowhere.env');
  for (const [file, reason] of [
    [missing, 'does not exist'],
    [folder, 'cannot be read by this user (EISDIR)'],
  ] as const) {
    const { code, output } = await runCommand('audit', ['--env-file', file]);
    expect(output).toBe(`Invalid settings:\n--env-file: the file ${file} ${reason}.\n`);
    expect(code).toBe(1);
  }
  expect((await runCommand('doctor', ['--env-file', missing])).code).toBe(2);
});
