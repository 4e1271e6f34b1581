import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSession } from '#server/identity/sessions.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot();
});
afterAll(() => earshot.close());

/** A signed-in browser: its session and its cookie. */
async function aBrowser(): Promise<{ sessionId: string; cookie: string }> {
  const { userId } = await earshot.signIn({ userType: 'listener' });
  const { sessionId, refreshToken } = await earshot.deps.database.transaction((tx) =>
    openSession(tx, earshot.deps, userId, { address: '127.0.0.1', device: 'browser' }),
  );
  return { sessionId, cookie: `theme=dark; rt=${refreshToken}` };
}

const session = (id: string) =>
  sqlRow(earshot.testDatabase.ownerDatabase, 'select counter, ended_at from sessions where id = $1', [id]);

const json = { 'content-type': 'application/json' };
const evil = 'https://evil.example';

/** What browsers send with the cookie on behalf of another site, or nobody knows of which. */
const senders: readonly (readonly [string, Record<string, string>])[] = [
  ['a page of another site', { ...json, 'sec-fetch-site': 'cross-site', origin: evil }],
  ['a page of a sibling site', { ...json, 'sec-fetch-site': 'same-site' }],
  ['a link typed by hand', { ...json, 'sec-fetch-site': 'none' }],
  ['a fetch of another site', { ...json, origin: evil }],
  ['a sandboxed frame', { ...json, origin: 'null' }],
  ['no word of where it comes from', json],
  ['a lookalike of the own host', { ...json, origin: 'http://localhost.evil.example' }],
];
const bodies = { '/api/auth/token': '{}', '/api/auth/logout': '{"scope":"global"}' } as const;

test('the origin is compared with the public address, not with what a proxy’s header says', async () => {
  const load = async (settings: Record<string, string>, headers: Record<string, string>) => {
    const world = await startEarshot({ PUBLIC_URL: 'https://earshot.example', ...settings });
    const answer = await world.nobody.fetch('/api/auth/token', {
      method: 'POST',
      headers: { ...json, 'x-forwarded-proto': 'https', ...headers },
      body: '{}',
    });
    const { code } = (await answer.json()).error;
    await world.close();
    return code;
  };
  const behindProxy = { TRUSTED_PROXIES: '127.0.0.1' };
  expect(await load(behindProxy, { origin: evil, 'x-forwarded-host': 'evil.example' })).toBe('access_denied');
  expect(await load(behindProxy, { origin: 'http://earshot.example' })).toBe('access_denied');
  expect(await load(behindProxy, { origin: 'https://earshot.example' })).toBe('refresh_token_invalid');
});

describe.each(Object.entries(bodies))('%s', (path, body) => {
  test.each(senders)('from %s is rejected, and the session is unchanged', async (_what, sent) => {
    const { sessionId, cookie } = await aBrowser();
    const headers = { ...sent, cookie };
    const answer = await fetch(earshot.url + path, { method: 'POST', headers, body });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await session(sessionId)).toEqual({ counter: 0, ended_at: null });
  });

  test('by an image or a link does nothing', async () => {
    const { sessionId, cookie } = await aBrowser();
    const answer = await fetch(earshot.url + path, { headers: { cookie, 'sec-fetch-site': 'cross-site' } });
    expect(answer.status).toBe(404);
    expect(await session(sessionId)).toEqual({ counter: 0, ended_at: null });
  });

  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'scope=global'],
    ['plain text, which browsers send without a preflight', 'text/plain', body],
  ])('from our own page accepts JSON, not %s', async (_what, type, sent) => {
    const { sessionId, cookie } = await aBrowser();
    const headers = { cookie, 'content-type': type, 'sec-fetch-site': 'same-origin' };
    const answer = await fetch(earshot.url + path, { method: 'POST', headers, body: sent });
    expect([400, 415]).toContain(answer.status);
    expect(await session(sessionId)).toEqual({ counter: 0, ended_at: null });
  });

  test('from our own page works', async () => {
    const { cookie } = await aBrowser();
    for (const own of [{ 'sec-fetch-site': 'same-origin' }, { origin: earshot.url }]) {
      const headers = { ...json, ...own, cookie };
      const answer = await fetch(earshot.url + path, { method: 'POST', headers, body });
      // The first sign-out leaves nothing for the second.
      expect([200, path.endsWith('logout') ? 401 : 200]).toContain(answer.status);
    }
  });
});

test('a sign-in sent by another site as plain text or a form opens no session', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    const answer = await fetch(`${earshot.url}/api/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': type, origin: evil, 'sec-fetch-site': 'cross-site' },
      body: '{"email":"kim@example.org","password":"four quiet blue kites"}',
    });
    expect([400, 415]).toContain(answer.status);
    expect(answer.headers.get('set-cookie')).toBeNull();
  }
});

test('no response can be read by another site', async () => {
  for (const path of ['/api/profile', '/api/auth/token', '/api/environment', '/api/openapi.json']) {
    const asked = await fetch(earshot.url + path, {
      method: 'OPTIONS',
      headers: { origin: evil, 'access-control-request-method': 'POST' },
    });
    const read = await fetch(earshot.url + path, { headers: { origin: evil } });
    for (const { headers } of [asked, read]) expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});

describe('the sign-up proof cookie', () => {
  const signUp = (email: string, headers: Record<string, string>) =>
    fetch(`${earshot.url}/api/auth/signup`, {
      method: 'POST',
      headers: { ...json, ...headers },
      body: JSON.stringify({ email, password: 'four quiet blue kites' }),
    });

  test('is sent to our own page only, and neither scripts nor other sites can read it', async () => {
    const own = await signUp('own@example.org', { 'sec-fetch-site': 'same-origin' });
    expect(own.status).toBe(202);
    expect(own.headers.get('set-cookie')).toMatch(
      /^signup=[\w.-]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Strict$/,
    );
  });

  test.each(senders)('is not set by a request from elsewhere: %s', async (_what, sent) => {
    const answer = await signUp('victim@example.org', sent);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });
});
