import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { rateLimits } from '#contract/rate-limits.ts';
import { batchedLimit } from '#server/adapters/database/rate-limit.ts';
import { buildApp } from '#server/app.ts';
import { hashPassword } from '#server/identity/passwords.ts';
import { openSession } from '#server/identity/sessions.ts';
import { RateLimitSetting } from '#server/settings/setting-forms.ts';
import { goodPassword as password } from '#tests/support/people/accounts.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { withPassword } from '#tests/support/people/exporting.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aTrack } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot({ RATE_LIMITS: 'payout=2/600,export=2/600,upload=1/3600,other=20/60' });
});
afterAll(() => earshot.close());

const aListener = () => earshot.signIn({ userType: 'listener' });
const exportBy = async (listener: ApiUser) =>
  (await withPassword(earshot, listener)).call(api.personalData.createExport, { body: { password } });

test('an attempt over the limit is rejected with the time of the next one, which is then accepted', async () => {
  const listener = await aListener();
  const codes = [];
  for (let i = 0; i < 3; i += 1) {
    const { status, details } = await exportBy(listener);
    codes.push(status);
    if (i === 2) expect(details.retryAfterSeconds).toBeGreaterThan(590);
  }
  expect(codes).toEqual([201, 201, 429]);
  earshot.clock.advance(601);
  expect((await exportBy(listener)).status).toBe(201);
});

test('a refused call does not use up its own limit, but the one of all calls', async () => {
  const listener = await aListener();
  const codes = [];
  for (let i = 0; i < 22; i += 1) {
    const { code } = await listener.call(api.wallet.requestPayout, {
      body: {},
      idempotencyKey: randomUUID(),
    });
    codes.push(code);
  }
  expect(codes.filter((code) => code === 'below_minimum_payout').length).toBeGreaterThan(10);
  expect(codes.at(-1)).toBe('too_many_requests');
});

test('a rejection has a Retry-After header', async () => {
  const artist = await earshot.signIn({ userType: 'artist' });
  await artist.upload('no music');
  const refused = await artist.upload('no music');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
});

test('one account does not use up the limit of another', async () => {
  const [greedy, modest] = [await aListener(), await aListener()];
  for (let i = 0; i < 3; i += 1) await exportBy(greedy);
  expect((await exportBy(greedy)).code).toBe('too_many_requests');
  expect((await exportBy(modest)).status).toBe(201);
});

test('many simultaneous attempts pass exactly up to the limit', async () => {
  const listener = await aListener();
  const tries = Array.from({ length: 12 }, () => exportBy(listener));
  const passed = (await Promise.all(tries)).filter(({ status }) => status === 201);
  expect(passed).toHaveLength(2);
});

test('all calls without a limit of their own share one', async () => {
  const listener = await aListener();
  const statuses = [];
  for (let i = 0; i < 22; i += 1) {
    const called = i % 2 === 0 ? api.wallet.readWallet : api.accounts.readProfile;
    statuses.push((await listener.call(called, {})).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.slice(-2)).toEqual([429, 429]);
});

test('simultaneous calls at a newly started server take one batch from the limit, not one each', async () => {
  const limit = batchedLimit({ most: 100, seconds: 60 });
  const { database, ownerDatabase } = earshot.testDatabase;
  const bucket = `batches ${randomUUID()}`;
  const now = new Date();
  const take = (calls: number) =>
    Promise.all(Array.from({ length: calls }, () => limit.take(database, bucket, now)));
  const batches = async () =>
    (
      await sqlRow(
        ownerDatabase,
        'select cardinality(taken_at) as taken from rate_limits where bucket = $1',
        [bucket],
      )
    ).taken;
  await take(10);
  expect(await batches()).toBe(1);
  const outcomes = await take(120);
  expect(outcomes.filter(({ taken }) => taken)).toHaveLength(90);
  expect(await batches()).toBe(10);
});

test('calls without an account are limited by network, except from the machine itself', async () => {
  const proxied = await startEarshot({ RATE_LIMITS: 'other=20/60', TRUSTED_PROXIES: '127.0.0.1' });
  const statusesFrom = async (address: string | undefined) => {
    const statuses = [];
    for (let i = 0; i < 21; i += 1) {
      const headers: Record<string, string> = address ? { 'x-forwarded-for': address } : {};
      statuses.push((await proxied.nobody.fetch('/api/auth/keys', { headers })).status);
    }
    return statuses;
  };
  try {
    expect((await statusesFrom('203.0.113.9')).at(-1)).toBe(429);
    expect((await statusesFrom('2001:db8:1:2::9')).at(-1)).toBe(429);
    const neighbor = await proxied.nobody.fetch('/api/auth/keys', {
      headers: { 'x-forwarded-for': '2001:db8:1:2:ffff::1' },
    });
    expect(neighbor.status).toBe(429);
    expect(new Set(await statusesFrom(undefined))).toEqual(new Set([200]));
  } finally {
    await proxied.close();
  }
});

describe('a sender who changes addresses within a network', () => {
  const names = 'signInSender signUpSender resendSender recoverySender demoPassword report'.split(' ');
  let world: Earshot;
  let reading: Earshot;
  let trackId = '';
  beforeAll(async () => {
    world = await startEarshot({
      TRUSTED_PROXIES: '127.0.0.1',
      RATE_LIMITS: names.map((name) => `${name}=1/3600`).join(','),
    });
    reading = await startEarshot({ TRUSTED_PROXIES: '127.0.0.1', RATE_LIMITS: 'other=1/3600' });
    trackId = (await aTrack(world.testDatabase.ownerDatabase)).id;
  });
  afterAll(() => Promise.all([world.close(), reading.close()]));

  const posts = (path: string, bodyOf: (someone: string) => object) => (address: string) =>
    world.nobody.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(bodyOf(`${randomUUID()}@example.org`)),
    });
  const password = 'not the password';
  const kinds: [string, (address: string) => Promise<Response>][] = [
    ['failed sign-ins', posts('/api/auth/sign-in', (email) => ({ email, password }))],
    ['sign-ups', posts('/api/auth/signup', (email) => ({ email, password: 'four quiet blue kites' }))],
    ['repeated confirmation links', posts('/api/auth/resend', (email) => ({ email }))],
    ['recovery links', posts('/api/auth/recover', (email) => ({ email }))],
    ['demo passwords', posts('/api/demo/verification', () => ({ password }))],
    [
      'copyright reports',
      posts('/api/copyright-reports', (email) => ({ trackId, name: 'Kim', email, statement: 'Mine.' })),
    ],
    [
      'public reads',
      (address) => reading.nobody.fetch('/api/auth/keys', { headers: { 'x-forwarded-for': address } }),
    ],
  ];

  test.each(kinds)(
    'has at most four times the limit of %s in a /56, and sixteen times in a /48 or /24',
    async (_, send) => {
      networks += 1;
      const network = networks.toString(16);
      const accepted = async (addresses: string[]) => {
        const answers = await Promise.all(addresses.map(send));
        return answers.filter(({ status }) => status !== 429).length;
      };
      const many = (of: (i: number) => string) => Array.from({ length: 24 }, (_, i) => of(i));
      expect(await accepted(many((i) => `2001:db8:${network}:${(0x100 + i).toString(16)}::1`))).toBe(4);
      expect(await accepted(many((i) => `2001:db8:${network}:${(i + 2).toString(16)}00::1`))).toBe(12);
      expect(await accepted([`2001:db8:${network}:ff00::1`])).toBe(0);
      expect(await accepted([`2001:db8:f${network}::1`])).toBe(1);
      expect(await accepted(many((i) => `203.0.${networks}.${i}`))).toBe(16);
    },
  );
  let networks = 0;
});

describe('password guesses', () => {
  const email = 'nobody@example.org';
  const guess = (world: Earshot, headers: Record<string, string>, path = '/api/auth/sign-in') =>
    world.nobody.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email, password: 'not the password' }),
    });
  const reachTheHasher = (answers: Response[]) => answers.filter(({ status }) => status === 401).length;
  const forged = (i: number) => `203.0.${i >> 8}.${i & 255}`;

  test('reach the hasher ten times per account, even a thousand from 500 forged addresses', async () => {
    const world = await startEarshot();
    try {
      const answers: Response[] = [];
      // A hundred at a time: a system lets few connections wait for a busy process and resets those beyond.
      for (let round = 0; round < 10; round += 1) {
        const guesses = Array.from({ length: 100 }, (_, i) => {
          const address = forged((round * 100 + i) % 500);
          return guess(world, { 'x-forwarded-for': address, forwarded: `for=${address}` });
        });
        answers.push(...(await Promise.all(guesses)));
      }
      expect(answers).toHaveLength(1000);
      expect(reachTheHasher(answers)).toBeLessThanOrEqual(10);
    } finally {
      await world.close();
    }
  });

  test('are counted by the address that a trusted proxy saw, whatever the client claims', async () => {
    const world = await startEarshot({ TRUSTED_PROXIES: '127.0.0.1' });
    try {
      const answers = [];
      for (let i = 0; i < 31; i += 1) {
        const headers = { 'x-forwarded-for': `${forged(i)}, 127.0.0.1, 198.51.100.7` };
        const body = JSON.stringify({ email: `someone${i}@example.org`, password: 'not the password' });
        const json = { 'content-type': 'application/json', ...headers };
        answers.push(await world.nobody.fetch('/api/auth/sign-in', { method: 'POST', headers: json, body }));
      }
      expect(reachTheHasher(answers)).toBe(30);
      expect(answers.at(-1)?.status).toBe(429);
    } finally {
      await world.close();
    }
  });

  test('by a stranger leave the owner’s browser able to sign in from any network', async () => {
    const world = await startEarshot({ TRUSTED_PROXIES: '127.0.0.1' });
    const { ownerDatabase } = world.testDatabase;
    const { userId } = await world.signIn({ userType: 'listener' });
    await sql(
      ownerDatabase,
      'update users set password_hash = $2, email = $3, email_normalized = $3 where id = $1',
      [userId, await hashPassword('four quiet blue kites'), 'owner@example.org'],
    );
    const signIn = (address: string, password: string, cookie = '') =>
      world.nobody.fetch('/api/auth/sign-in', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address, cookie },
        body: JSON.stringify({ email: 'owner@example.org', password }),
      });
    try {
      const first = await signIn('203.0.113.5', 'four quiet blue kites');
      const device = first.headers.getSetCookie().find((cookie) => cookie.startsWith('device='));
      for (let i = 0; i < 11; i += 1) await signIn(forged(i), 'not the password');
      expect((await signIn('198.51.100.7', 'four quiet blue kites')).status).toBe(429);
      const known = await signIn('198.51.100.7', 'four quiet blue kites', device?.split(';')[0]);
      expect(known.status).toBe(200);
    } finally {
      await world.close();
    }
  });

  test('are counted together for every spelling of the path', async () => {
    const world = await startEarshot();
    const spellings = [
      '/api/auth/sign-in',
      '//api/auth/sign-in',
      '/api//auth/sign-in/',
      '/api/auth/sign%2Din',
    ];
    try {
      const statuses = [];
      for (let i = 0; i < 12; i += 1)
        statuses.push((await guess(world, {}, new URL(world.url).origin + spellings[i % 4])).status);
      expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
      expect((await guess(world, {}, '/API/AUTH/SIGN-IN')).status).toBe(404);
    } finally {
      await world.close();
    }
  });

  test('stay counted after a restart', async () => {
    const world = await startEarshot();
    try {
      for (let i = 0; i < 10; i += 1) await guess(world, {});
      const again = await buildApp({ deps: world.deps });
      const answer = await again.inject({
        method: 'POST',
        url: '/api/auth/sign-in',
        payload: { email, password: 'not the password' },
      });
      expect(answer.statusCode).toBe(429);
      await again.close();
    } finally {
      await world.close();
    }
  });
});

test('calls through an unconfigured proxy on this machine are limited as one sender', async () => {
  const statuses = async (headers: Record<string, string>) => {
    const given = [];
    for (let i = 0; i < 21; i += 1)
      given.push((await earshot.nobody.fetch('/api/auth/keys', { headers })).status);
    return given;
  };
  expect((await statuses({ 'x-forwarded-for': '127.0.0.1' })).at(-1)).toBe(429);
  expect((await statuses({ forwarded: 'for=198.51.100.1' })).at(0)).toBe(429);
  expect(new Set(await statuses({}))).toEqual(new Set([200]));
});

test('an unknown limit is named in the error', async () => {
  await expect(startEarshot({ RATE_LIMITS: 'cakes=1/60' })).rejects.toThrow(
    /RATE_LIMITS: cannot use 'cakes=1\/60': there is no limit 'cakes'. Known names: refresh, .*signInSender/,
  );
});

describe('the setting RATE_LIMITS', () => {
  const read = (text: string) => RateLimitSetting.safeParse(text);
  const messageOf = (text: string) => read(text).error?.issues[0]?.message ?? '';

  test('can change every limit, including those of sign-ins', () => {
    for (const name of Object.keys(rateLimits)) {
      expect(read(`${name}=7/11`).data).toMatchObject({ ...rateLimits, [name]: { most: 7, seconds: 11 } });
    }
  });

  test.each(['other=1000000/60', 'other=0/60', 'other=5', 'other=5/minute', 'other'])(
    'explains the format for the invalid entry %s',
    (entry) => {
      expect(messageOf(entry)).toContain(
        `cannot use '${entry}': write name=most/seconds, for example upload=10/3600`,
      );
      expect(messageOf(entry)).toContain('1 to 999999');
      expect(messageOf(entry)).toContain('Known names: refresh, beat');
    },
  );

  test('applies to sign-ins by account', async () => {
    const world = await startEarshot({ RATE_LIMITS: 'signInAccount=2/600' });
    const body = { email: 'nobody@example.org', password: 'not the password' };
    const codes = [];
    for (let i = 0; i < 3; i += 1) codes.push((await world.nobody.call(api.accounts.signIn, { body })).code);
    expect(codes).toEqual(['wrong_credentials', 'wrong_credentials', 'too_many_requests']);
    await world.close();
  });
});

test('repeating the current refresh token does not count, and rotating it does', async () => {
  const world = await startEarshot({ RATE_LIMITS: 'other=100000/60,refresh=3/300' });
  const { userId } = await world.signIn({ userType: 'listener' });
  const opened = await world.deps.database.transaction((tx) =>
    openSession(tx, world.deps, userId, { address: '127.0.0.1', device: 'browser' }),
  );
  const load = async (token: string) => {
    const answer = await world.nobody.fetch('/api/auth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie: token },
      body: '{}',
    });
    return { status: answer.status, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
  };
  try {
    const first = `rt=${opened.refreshToken}`;
    const second = await load(first);
    // Tabs that open together, and retries after a lost answer.
    const tabs = await Promise.all(Array.from({ length: 10 }, () => load(first)));
    expect(tabs).toEqual(Array.from({ length: 10 }, () => ({ status: 200, cookie: second.cookie })));
    const third = await load(second.cookie);
    const fourth = await load(third.cookie);
    expect([third.status, fourth.status]).toEqual([200, 200]);
    // A refused rotation changes nothing: the same token works when the wait is over.
    expect((await load(fourth.cookie)).status).toBe(429);
    expect((await load(third.cookie)).cookie).toBe(fourth.cookie);
    world.clock.advance(300);
    expect((await load(fourth.cookie)).status).toBe(200);
  } finally {
    await world.close();
  }
});

test('forty page loads in a row stay within the default limits, and a flood is rejected with the wait', async () => {
  const world = await startEarshot({ RATE_LIMITS: 'other=100000/60' });
  const { userId } = await world.signIn({ userType: 'listener' });
  const opened = await world.deps.database.transaction((tx) =>
    openSession(tx, world.deps, userId, { address: '127.0.0.1', device: 'browser' }),
  );
  let cookie = `rt=${opened.refreshToken}`;
  const load = async () => {
    const answer = await world.nobody.fetch('/api/auth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
      body: '{}',
    });
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return answer;
  };
  for (let i = 0; i < 40; i += 1) expect((await load()).status).toBe(200);
  let answer = await load();
  for (let i = 0; answer.status === 200 && i < 400; i += 1) answer = await load();
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  // The session is whole once the wait is over.
  world.clock.advance(300);
  expect((await load()).status).toBe(200);
  await world.close();
});
