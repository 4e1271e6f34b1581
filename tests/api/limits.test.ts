import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { type Earshot, startEarshot } from '#tests/support/earshot.ts';

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot({ RATE_LIMITS: 'payout=2/600,upload=1/3600,other=20/60' });
});
afterAll(() => earshot.close());

const aListener = () => earshot.signIn({ userType: 'listener' });
const askForPayout = () => ({ body: {}, idempotencyKey: randomUUID() });

test('the try after the last is refused, says when the next may come, and is let in then', async () => {
  const listener = await aListener();
  const codes = [];
  for (let i = 0; i < 3; i += 1) {
    const { code, details } = await listener.call(api.wallet.requestPayout, askForPayout());
    codes.push(code);
    if (i === 2) expect(details.retryAfterSeconds).toBeGreaterThan(590);
  }
  expect(codes).toEqual(['below_minimum_payout', 'below_minimum_payout', 'too_many_requests']);
  earshot.clock.advance(601);
  const { code } = await listener.call(api.wallet.requestPayout, askForPayout());
  expect(code).toBe('below_minimum_payout');
});

test('a refusal carries Retry-After', async () => {
  const artist = await earshot.signIn({ userType: 'artist' });
  await artist.upload('no music');
  const refused = await artist.upload('no music');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
});

test('one account does not use up the tries of another', async () => {
  const [greedy, modest] = [await aListener(), await aListener()];
  for (let i = 0; i < 3; i += 1) await greedy.call(api.wallet.requestPayout, askForPayout());
  expect((await greedy.call(api.wallet.requestPayout, askForPayout())).code).toBe('too_many_requests');
  expect((await modest.call(api.wallet.requestPayout, askForPayout())).code).toBe('below_minimum_payout');
});

test('exactly the allowed ones of many simultaneous tries pass', async () => {
  const listener = await aListener();
  const tries = Array.from({ length: 12 }, () => listener.call(api.wallet.requestPayout, askForPayout()));
  const passed = (await Promise.all(tries)).filter(({ code }) => code !== 'too_many_requests');
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

test('calls without an account are limited by network, but not those of the machine itself', async () => {
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
    const neighbour = await proxied.nobody.fetch('/api/auth/keys', {
      headers: { 'x-forwarded-for': '2001:db8:1:2:ffff::1' },
    });
    expect(neighbour.status).toBe(429);
    expect(new Set(await statusesFrom(undefined))).toEqual(new Set([200]));
  } finally {
    await proxied.close();
  }
});

test('a limit that cannot be used is named', async () => {
  await expect(startEarshot({ RATE_LIMITS: 'cakes=1/60' })).rejects.toThrow(
    /RATE_LIMITS: cannot use 'cakes=1\/60'/,
  );
});
