import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { jobTimetable } from '#server/job-timetable.ts';
import { jobTasks } from '#server/start/scheduled-jobs.ts';
import { aBuiltWeb } from '#tests/support/world/built-web.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sql } from '#tests/support/world/sql.ts';

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot({ PUBLIC_URL: 'https://earshot.example', DEMO_MODE: 'off' });
});
afterAll(() => earshot.close());

test('the health check returns its four values to anyone', async () => {
  const response = await earshot.nobody.fetch('/health');
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    status: 'OK',
    domain: 'earshot.example',
    code: 200,
    timestamp: earshot.clock.now().toISOString(),
  });
});

test('a server with a web app answers the health check of a browser with a page, of a machine with values', async () => {
  const web = await aBuiltWeb();
  const app = await buildApp({ deps: earshot.deps, webRoot: web.webRoot });
  try {
    const page = await app.inject({ url: '/health', headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    const values = await app.inject({ url: '/health', headers: { accept: 'application/json' } });
    expect(values.json()).toMatchObject({ status: 'OK', domain: 'earshot.example', code: 200 });
  } finally {
    await app.close();
    await web.remove();
  }
});

test('a page address with a stray percent sign shows the not-found page, and the API answers with JSON', async () => {
  const web = await aBuiltWeb();
  const app = await buildApp({ deps: earshot.deps, webRoot: web.webRoot });
  try {
    for (const url of ['/artist/%E0%A4%A', '/app/50%', '/%', '/app/artist/%zz?from=chat']) {
      const page = await app.inject({ url, headers: { accept: 'text/html,*/*;q=0.8' } });
      expect(page.statusCode, url).toBe(404);
      expect(page.headers['content-type'], url).toContain('text/html');
      expect(page.headers['content-security-policy'], url).toContain("default-src 'self'");
    }
    const call = await app.inject({ url: '/api/tracks/50%' });
    expect(call.statusCode).toBe(400);
    expect(call.json()).toMatchObject({ error: { code: 'malformed' } });
  } finally {
    await app.close();
    await web.remove();
  }
});

test('a response has the time of the product in its header', async () => {
  const response = await earshot.nobody.fetch('/health');
  expect(Date.parse(response.headers.get('date') ?? '')).toBe(
    Math.floor(earshot.clock.now().getTime() / 1000) * 1000,
  );
});

test('the health check returns 503 while the database is down', async () => {
  const gone = await startEarshot({ PUBLIC_URL: 'https://earshot.example' });
  try {
    await gone.deps.database.close();
    const response = await gone.nobody.fetch('/health');
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ status: 'Unavailable', code: 503 });
  } finally {
    await gone.close();
  }
});

const readiness = async (of: Earshot) => {
  const response = await of.nobody.fetch('/ready');
  return { status: response.status, ...(await response.json()) };
};

test('a server with a working database is ready, and lists the state of each part', async () => {
  const allWell = { database: 'ok', jobs: 'ok', email: 'ok', disk: 'ok', backups: 'off' };
  expect(await readiness(earshot)).toEqual({ status: 200, ready: true, parts: allWell });
});

test('the parts are shown to this machine and to clients with the token, not to others', async () => {
  expect(await (await earshot.nobody.fetch('/ready', { headers: { via: '1.1 proxy' } })).json()).toEqual({
    ready: true,
  });
  const guarded = await startEarshot({ METRICS_TOKEN: 'a token of the tests, long enough' });
  const read = async (headers: Record<string, string>) =>
    Object.keys(await (await guarded.nobody.fetch('/ready', { headers })).json());
  try {
    expect(await read({})).toEqual(['ready']);
    expect(await read({ authorization: 'Bearer another token' })).toEqual(['ready']);
    const authorization = 'Bearer a token of the tests, long enough';
    expect(await read({ authorization })).toEqual(['ready', 'parts']);
  } finally {
    await guarded.close();
  }
});

test('late jobs, emails and backups are reported but keep the server ready', async () => {
  const late = await startEarshot({ BACKUP_DIR: '/tmp/earshot-no-backups' });
  const { ownerDatabase } = late.testDatabase;
  try {
    await sql(
      ownerDatabase,
      "select graphile_worker.add_job('send-mail', run_at => now() - interval '6 minutes')",
    );
    await sql(
      ownerDatabase,
      `insert into outbox (recipient_name, recipient_address, subject, body_text, body_html, created_at)
       values ('', 'kim@example.org', 'Hello', 'Hello', 'Hello', now() - interval '2 hours')`,
    );
    const parts = { database: 'ok', jobs: 'late', email: 'late', disk: 'ok', backups: 'late' };
    expect(await readiness(late)).toEqual({ status: 200, ready: true, parts });
    await sql(
      ownerDatabase,
      `insert into backups (made_at, finished_at, folder, bytes, copied_bytes) values (now(), now(), '/tmp/x', 1, 1)`,
    );
    expect((await readiness(late)).parts.backups).toBe('ok');
  } finally {
    await late.close();
  }
});

test('every recurring job exists', () => {
  const tasks = Object.keys(jobTasks(earshot.deps));
  expect(jobTimetable.filter(({ task }) => !tasks.includes(task))).toEqual([]);
});

test('recurring jobs that have stopped are reported', async () => {
  const stopped = await startEarshot();
  const record = (time: string) =>
    sql(
      stopped.testDatabase.ownerDatabase,
      `insert into graphile_worker._private_known_crontabs values ('approve-due-reviews', now() - interval '1 day', ${time})
       on conflict (identifier) do update set last_execution = excluded.last_execution`,
    );
  try {
    for (const time of ["now() - interval '15 minutes'", "now() + interval '2 hours'"]) {
      await record(time);
      expect(await readiness(stopped)).toMatchObject({ status: 200, parts: { jobs: 'late' } });
    }
    await record('now()');
    expect((await readiness(stopped)).parts.jobs).toBe('ok');
  } finally {
    await stopped.close();
  }
});

test('a server with an unreachable database is not ready', async () => {
  const gone = await startEarshot();
  try {
    await gone.deps.database.close();
    expect(await readiness(gone)).toMatchObject({
      status: 503,
      ready: false,
      parts: { database: 'down', disk: 'ok' },
    });
  } finally {
    await gone.close();
  }
});
