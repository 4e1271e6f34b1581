import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { product } from '#contract/product.ts';
import { demoPassword } from '#server/operation/admin/demo-password.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';

const password = 'seven brass bells';
let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot({ DEMO_PASSWORD: password });
});
afterAll(() => earshot.close());

const tryWith = (tried: string) =>
  earshot.nobody.call(api.demo.verifyDemoPassword, { body: { password: tried } });

test('a wrong password is rejected with the specified text, after half a second', async () => {
  const begun = performance.now();
  const { status, code, message } = await tryWith('seven brass balls');
  expect({ status, code, message }).toEqual({
    status: 403,
    code: 'invalid_demo_password',
    message: 'Invalid password. Please try again.',
  });
  expect(performance.now() - begun).toBeGreaterThan(450);
});

test('a blank password is malformed', async () => {
  expect((await tryWith('   ')).code).toBe('malformed');
});

test('the right password opens the demo, even with surrounding spaces', async () => {
  expect((await tryWith(` ${password} `)).answer).toEqual({ verified: true });
});

const tryWrong = (times: number) => Promise.all(Array.from({ length: times }, () => tryWith('wrong')));

test('after ten wrong passwords from a network, further ones wait, and the right one opens the demo', async () => {
  await tryWith(password);
  const tries = await tryWrong(12);
  expect(tries.filter(({ code }) => code === 'invalid_demo_password')).toHaveLength(10);
  expect((await tryWith('wrong')).code).toBe('too_many_requests');
  expect((await tryWith(password)).status).toBe(200);
  expect((await tryWith('wrong')).code).toBe('invalid_demo_password');
});

test('a password in another Unicode form opens the demo', async () => {
  expect((await tryWith('seven\u00A0brass\u200B bells')).status).toBe(200);
});

test('after a hundred wrong passwords from a network, even the right one waits a quarter of an hour', async () => {
  await tryWith(password);
  for (let sent = 0; sent < 100; sent += 25) await tryWrong(25);
  const closed = await tryWith(password);
  expect(closed.code).toBe('too_many_requests');
  expect(closed.details.retryAfterSeconds).toBeGreaterThan(800);
  earshot.clock.advance(15 * 60 + 1);
  expect((await tryWith(password)).status).toBe(200);
});

test('only admins can read the password', async () => {
  const listener = await earshot.signIn({ userType: 'listener' });
  expect((await earshot.nobody.call(api.demo.readDemoPassword, {})).code).toBe('not_authenticated');
  expect((await listener.call(api.demo.readDemoPassword, {})).code).toBe('access_denied');
  const admin = await earshot.signIn({ admin: true });
  expect(await admin.get(api.demo.readDemoPassword, {})).toEqual({ password, source: 'setting' });
});

test('without a setting the password is derived from the server secret', () => {
  const { config, keys } = earshot.deps;
  const own = demoPassword({ config: { ...config, demoPassword: undefined }, keys });
  expect(own.source).toBe('server');
  expect(own.password).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
});

test('anyone can read what the deployment offers', async () => {
  expect(await earshot.nobody.get(api.environment.readEnvironment, {})).toEqual({
    version: product.version,
    demoMode: true,
    mailboxPage: true,
  });
});
