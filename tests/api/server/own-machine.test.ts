import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { buildApp } from '#server/app.ts';
import type { Config } from '#server/settings/config.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';

let earshot: Earshot;
const apps: FastifyInstance[] = [];
beforeAll(async () => {
  earshot = await startEarshot();
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await earshot.close();
});

/** The same product with other settings. */
async function appWith(settings: Partial<Config>): Promise<FastifyInstance> {
  const { deps } = earshot;
  const app = await buildApp({ deps: { ...deps, config: { ...deps.config, ...settings } } });
  apps.push(app);
  return app;
}

const pages: readonly InjectOptions[] = [
  { method: 'GET', url: '/mailbox' },
  { method: 'HEAD', url: '/mailbox' },
  { method: 'GET', url: '/mailbox/' },
  { method: 'GET', url: '//mailbox' },
  { method: 'GET', url: '/mailbox.json' },
  { method: 'GET', url: '/mailbox/one.json' },
  { method: 'GET', url: '/checkout/guessed' },
  { method: 'POST', url: '/checkout/guessed/complete' },
  { method: 'POST', url: '/checkout/guessed/act/cancel' },
];

type Visitor = Pick<InjectOptions, 'remoteAddress' | 'headers'>;
const statuses = async (app: FastifyInstance, visitor: Visitor) => {
  const answers = [];
  for (const page of pages) {
    const headers = { host: 'localhost:3000', ...visitor.headers };
    answers.push((await app.inject({ ...page, ...visitor, headers })).statusCode);
  }
  return [...new Set(answers)];
};

describe('the mailbox and the test checkout', () => {
  test('return 403 to other machines, with the reason', async () => {
    const app = await appWith({});
    for (const remoteAddress of ['192.0.2.7', '10.1.2.3', '2001:db8::1', '::ffff:192.168.1.9'])
      expect(await statuses(app, { remoteAddress })).toEqual([403]);
    const page = await app.inject({ url: '/mailbox', remoteAddress: '192.0.2.7' });
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('This page opens only on the machine that runs Earshot.');
    const list = await app.inject({ url: '/mailbox.json', remoteAddress: '192.0.2.7' });
    expect(list.json().error).toMatchObject({ code: 'access_denied', message: /only on the machine/ });
  });

  test('return 403 to requests through a proxy, even an unconfigured one', async () => {
    const app = await appWith({});
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host'])
      expect(await statuses(app, { headers: { [name]: '127.0.0.1' } })).toEqual([403]);
  });

  test('return 403 to other host names that resolve to this machine', async () => {
    const app = await appWith({});
    for (const host of ['attacker.example:3000', '127.0.0.1.attacker.example', 'localhost.attacker.example'])
      expect(await statuses(app, { headers: { host } })).toEqual([403]);
  });

  test('open on the machine itself, by each of its names', async () => {
    const app = await appWith({ publicUrl: 'http://studio.local:3000' });
    for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000', 'LOCALHOST', 'studio.local:3000'])
        expect(await statuses(app, { remoteAddress, headers: { host } })).not.toContain(403);
  });

  test('behind a trusted proxy open for the client that the proxy names', async () => {
    const app = await appWith({ trustedProxies: ['127.0.0.1', '10.0.0.0/8'] });
    const from = (forwarded: string | undefined, remoteAddress = '127.0.0.1') =>
      statuses(app, {
        remoteAddress,
        headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      });
    expect(await from('127.0.0.1')).not.toContain(403);
    for (const forwarded of ['203.0.113.9', '127.0.0.1, 203.0.113.9', 'nonsense', undefined])
      expect(await from(forwarded)).toEqual([403]);
    // The proxy's own machine is not this one.
    expect(await from('127.0.0.1', '10.0.0.5')).toEqual([403]);
    expect(await from(undefined, '10.0.0.5')).toEqual([403]);
  });
});

test('server-rendered pages use the product’s fonts from the server itself', async () => {
  const app = await appWith({});
  const page = await app.inject({ url: '/mailbox', remoteAddress: '127.0.0.1' });
  expect(page.headers['content-security-policy']).toContain("font-src 'self'");
  const paths = [...page.body.matchAll(/url\("([^"]+)"\)/g)].map(([, path]) => path ?? '');
  expect(paths).toEqual(['/fonts/anybody.woff2', '/fonts/hanken-grotesk.woff2']);
  for (const url of paths) {
    const font = await app.inject({ url, remoteAddress: '192.0.2.7' });
    expect([font.statusCode, font.headers['content-type']]).toEqual([200, 'font/woff2']);
    expect(font.rawPayload.subarray(0, 4).toString()).toBe('wOF2');
  }
});

test('only the machine itself gets a link to the mailbox', async () => {
  const app = await appWith({});
  const shown = async (remoteAddress: string) =>
    (await app.inject({ url: '/api/environment', remoteAddress })).json().mailboxPage;
  expect(await shown('192.0.2.7')).toBe(false);
  expect(await shown('127.0.0.1')).toBe(true);
});

test('another machine that knows the address of a test checkout cannot complete it', async () => {
  const artist = await earshot.signIn({ userType: 'artist' });
  const { prices } = earshot.deps.billing;
  const { url } = await artist.get(api.subscriptions.createCheckout, { body: { priceId: prices.pro } });
  const app = await appWith({});
  const complete = (remoteAddress: string) =>
    app.inject({ method: 'POST', url: `${new URL(url).pathname}/complete`, remoteAddress });
  expect((await complete('192.0.2.7')).statusCode).toBe(403);
  expect((await artist.get(api.subscriptions.checkSubscription, {})).subscribed).toBe(false);
  expect((await complete('127.0.0.1')).statusCode).toBe(303);
});

test('the test checkout is open to everyone if the operator allows free plans', async () => {
  const artist = await earshot.signIn({ userType: 'artist' });
  const { prices } = earshot.deps.billing;
  const { url } = await artist.get(api.subscriptions.createCheckout, { body: { priceId: prices.pro } });
  const { pathname } = new URL(url);
  const open = async (settings: Partial<Config>) =>
    (await (await appWith(settings)).inject({ url: pathname, remoteAddress: '192.0.2.7' })).statusCode;
  expect(await open({})).toBe(403);
  expect(await open({ allowLocalBilling: true })).toBe(200);
});

describe('if loopback is not trusted, as in production,', () => {
  test('all users behind a proxy without headers share one limit', async () => {
    const rateLimits = { ...earshot.deps.config.rateLimits, other: { most: 20, seconds: 60 } };
    const ask = async (app: FastifyInstance) => {
      const answers = [];
      for (let i = 0; i < 21; i += 1) answers.push((await app.inject('/api/auth/keys')).statusCode);
      return answers.at(-1);
    };
    expect(await ask(await appWith({ rateLimits, trustLoopback: false }))).toBe(429);
    expect(await ask(await appWith({ rateLimits, trustLoopback: true }))).toBe(200);
  });

  test('sign-ins from loopback are limited', async () => {
    const guess = async (app: FastifyInstance) => {
      const payload = { email: 'somebody@example.org', password: 'not the password' };
      return (await app.inject({ method: 'POST', url: '/api/auth/sign-in', payload })).statusCode;
    };
    const app = await appWith({ trustLoopback: false });
    // By account first; then by sender, whatever the account.
    for (let i = 0; i < 30; i += 1) await guess(app);
    const other = { email: 'another@example.org', password: 'not the password' };
    const answer = await app.inject({ method: 'POST', url: '/api/auth/sign-in', payload: other });
    expect(answer.statusCode).toBe(429);
    const here = await appWith({});
    expect((await here.inject({ method: 'POST', url: '/api/auth/sign-in', payload: other })).statusCode).toBe(
      401,
    );
  });

  test('the metrics need their token, also on the machine itself', async () => {
    const read = async (settings: Partial<Config>, headers = {}) =>
      (await (await appWith(settings)).inject({ url: '/metrics', headers })).statusCode;
    expect(await read({ trustLoopback: false })).toBe(404);
    expect(await read({ trustLoopback: true })).toBe(200);
    expect(await read({ trustLoopback: true, trustedProxies: ['127.0.0.1'] })).toBe(404);
    const metricsToken = 'a token of the metrics';
    const headers = { authorization: `Bearer ${metricsToken}` };
    expect(await read({ trustLoopback: false, metricsToken }, headers)).toBe(200);
  });
});

test('a public https address makes browsers use https only', async () => {
  const header = async (publicUrl: string) =>
    (await (await appWith({ publicUrl })).inject('/api/environment')).headers['strict-transport-security'];
  expect(await header('https://earshot.example')).toBe('max-age=31536000');
  expect(await header('http://localhost:3000')).toBeUndefined();
});
