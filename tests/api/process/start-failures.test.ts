import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { type DatabaseAddress, withDatabase } from '#server/adapters/database/database-address.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/adapters/database/embedded/embedded-postgres.ts';
import { asAdministrator } from '#tests/support/world/administrator.ts';
import { runCommand } from '#tests/support/world/commands.ts';
import { urlOf } from '#tests/support/world/database.ts';
import { type StartOptions, startServerProcess } from '#tests/support/world/server-process.ts';

let folder: string;
let cluster: EmbeddedPostgres;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-start-'));
  cluster = await startEmbeddedPostgres({ dataDirectory: join(folder, 'cluster') });
});
afterAll(async () => {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(folder, 'data-'));
});

/** What a start says that fails. */
const failureOf = (settings: Record<string, string>, options: StartOptions = {}): Promise<string> =>
  startServerProcess({ DATA_DIR: data, PORT: '0', ...settings }, options).then(
    async (server) => {
      await server.stop();
      throw new Error('It started.');
    },
    (error: Error) => {
      expect(error.message).toMatch(/^The server ended with 1: /);
      expect(error.message).not.toMatch(/^\s+at /m);
      return error.message;
    },
  );

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)); // a TCP server has one
  });

test('a port in use is reported before anything is created', async () => {
  const other = createServer();
  onTestFinished(() => {
    other.close();
  });
  const port = await listening(other);
  expect(await failureOf({ PORT: String(port) })).toContain(`Port ${port} is in use`);
  expect(existsSync(join(data, 'postgres'))).toBe(false);
});

test('an unwritable data folder is named', async () => {
  const file = join(data, 'file');
  await writeFile(file, '');
  expect(await failureOf({ DATA_DIR: join(file, 'data') })).toContain(`Cannot write to DATA_DIR ${file}`);
});

test('a missing database is named in the error', async () => {
  const url = urlOf(withDatabase(cluster.address, 'nowhere'));
  expect(await failureOf({ DATABASE_URL: url })).toContain('DATABASE_URL: there is no database "nowhere"');
});

test('a wrong password is reported as one', async () => {
  const access = join(folder, 'cluster', 'pg_hba.conf');
  await asAdministrator(cluster.address, async (client) => {
    await client.query("create role asked login password 'right'");
    await writeFile(access, `local all asked scram-sha-256\n${await readFile(access, 'utf8')}`);
    await client.query('select pg_reload_conf()');
  });
  const url = (password: string) => urlOf({ ...cluster.address, user: 'asked', password } as DatabaseAddress);
  expect(await failureOf({ DATABASE_URL: url('wrong') })).toContain(
    'does not accept the password of user "asked"',
  );
  expect(await failureOf({ DATABASE_URL: url('') })).toContain('asks user "asked" for a password');
});

test('a database user without the rights for setup gets an error that names them, before a table is created', async () => {
  await asAdministrator(cluster.address, async (client) => {
    await client.query('create role weak login');
    await client.query('create database of_another');
  });
  const address = withDatabase({ ...cluster.address, user: 'weak' } as DatabaseAddress, 'of_another');
  const said = await failureOf({ DATABASE_URL: urlOf(address) });
  expect(said).toContain('alter role "weak" createrole;');
  expect(said).toContain('alter database "of_another" owner to "weak";');
  await asAdministrator(cluster.address, async (client) => {
    await client.query('alter role weak createrole');
    await client.query('alter database of_another owner to weak');
  });
  const server = await startServerProcess({ DATA_DIR: data, PORT: '0', DATABASE_URL: urlOf(address) });
  expect(await server.stop()).toBe(0);
});

test('a database that may lose commits is rejected before the first migration', async () => {
  const address = withDatabase(inject('databaseAddress'), `unsafe_${process.pid}`);
  const name = `unsafe_${process.pid}`;
  await asAdministrator(inject('databaseAddress'), (client) => client.query(`create database ${name}`));
  onTestFinished(() =>
    asAdministrator(inject('databaseAddress'), async (client) => {
      await client.query(`drop database ${name} with (force)`);
    }),
  );
  expect(await failureOf({ DATABASE_URL: urlOf(address) })).toContain(
    'could lose committed money in a crash',
  );
  const { rows } = await asAdministrator(address, (client) =>
    client.query("select to_regclass('public.schema_migrations') is null as untouched"),
  );
  expect(rows).toEqual([{ untouched: true }]);
});

test('a missing bucket, and a service that cannot list unfinished uploads, are named in one sentence', async () => {
  let missing = true;
  const service = createHttpServer((request, response) => {
    response.writeHead(missing ? 404 : request.url?.includes('uploads') ? 501 : 200).end();
  });
  onTestFinished(() => {
    service.close();
  });
  const endpoint = `http://127.0.0.1:${await listening(service)}`;
  const settings = {
    ...{ DATABASE_URL: urlOf(withDatabase(cluster.address, 'postgres')), STORAGE: 's3', S3_BUCKET: 'music' },
    ...{ S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' },
  };
  expect(await failureOf(settings)).toContain(
    `The bucket "music" at ${endpoint} cannot be used (there is no such bucket). `,
  );
  missing = false;
  expect(await failureOf(settings)).toContain(
    `The bucket "music" at ${endpoint} does not list unfinished uploads (`,
  );
});

test.each(['LATIN1', 'SQL_ASCII'])(
  'a database with the encoding %s is rejected before a table is created',
  async (encoding) => {
    const name = `other_${encoding.toLowerCase()}`;
    await asAdministrator(cluster.address, (client) =>
      client.query(
        `create database ${name} encoding '${encoding}' locale 'C' locale_provider 'libc' template template0`,
      ),
    );
    const settings = { DATABASE_URL: urlOf(withDatabase(cluster.address, name)) };
    const sentence = `The database "${name}" has the encoding ${encoding}`;
    expect(await failureOf(settings)).toContain(sentence);
    const { output } = await runCommand('doctor', [], { DATA_DIR: data, ...settings });
    expect(output).toContain(sentence);
    expect(output).toMatch(/^red +database /m);
    const { rows } = await asAdministrator(withDatabase(cluster.address, name), (client) =>
      client.query("select to_regclass('public.schema_migrations') is null as untouched"),
    );
    expect(rows).toEqual([{ untouched: true }]);
  },
);

test('a server waits for a database that starts later, and says so', async () => {
  const socket = join(folder, 'cluster', '.s.PGSQL.5432');
  const proxy = createServer((client) => {
    const database = connect(socket);
    client.on('error', () => database.destroy());
    database.on('error', () => client.destroy());
    client.pipe(database).pipe(client);
  });
  const port = await listening(proxy);
  await new Promise((closed) => proxy.close(closed));
  let said = '';
  const starting = startServerProcess(
    {
      DATA_DIR: data,
      PORT: '0',
      DATABASE_URL: `postgres://earshot_admin@127.0.0.1:${port}/earshot?sslmode=disable`,
    },
    { onOutput: (text) => (said += text) },
  );
  await expect
    .poll(() => said, { timeout: 30_000 })
    .toContain(`The database at 127.0.0.1:${port} cannot be reached`);
  proxy.listen(port, '127.0.0.1');
  const server = await starting;
  expect((await fetch(`${server.url}/health`, { headers: { accept: 'application/json' } })).status).toBe(200);
  expect(await server.stop()).toBe(0);
  proxy.close();
});

test('if two servers with different secrets start at once on an empty database, one is rejected', async () => {
  await asAdministrator(cluster.address, (client) => client.query('create database shared'));
  const url = urlOf(withDatabase(cluster.address, 'shared'));
  const starts = await Promise.allSettled(
    [1, 2].map(async () =>
      startServerProcess({
        DATA_DIR: await mkdtemp(join(folder, 'data-')),
        PORT: '0',
        DATABASE_URL: url,
      }),
    ),
  );
  for (const start of starts) if (start.status === 'fulfilled') await start.value.stop();
  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const [refused] = starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []));
  // A server that comes a moment later finds a database that is in use, before it makes a secret.
  expect(refused).toMatch(/The secret of this server is not the one|There is no SERVER_SECRET/);
});

test('a server in production lists at once every important setting left at its default', async () => {
  const said = await failureOf({ ENVIRONMENT: 'production', LEASE_MINUTES: '0' });
  for (const name of ['LEASE_MINUTES', 'PUBLIC_URL', 'SMTP_URL', 'STRIPE_SECRET_KEY']) {
    expect(said).toMatch(new RegExp(`^${name}: `, 'm'));
  }
});

test('a startup line names environment variables that look like settings', async () => {
  const server = await startServerProcess({ DATA_DIR: data, PORT: '0', SMPT_URL: 'smtp://localhost' });
  expect(server.output()).toContain('Warning: SMPT_URL: Earshot has no such setting. Did you mean SMTP_URL?');
  expect(await server.stop()).toBe(0);
});

test('a server continues when the reader of its log ends, and stops cleanly with its database', async () => {
  const server = await startServerProcess({ DATA_DIR: data, PORT: '0', LOG_LEVEL: 'debug' });
  server.closeOutput();
  for (let i = 0; i < 5; i += 1) {
    const answer = await fetch(`${server.url}/health`, { headers: { accept: 'application/json' } });
    expect(answer.status).toBe(200);
  }
  expect(server.hasEnded()).toBe(false);
  expect(await server.stop()).toBe(0);
  expect(existsSync(join(data, 'postgres', 'postmaster.pid'))).toBe(false);
});
