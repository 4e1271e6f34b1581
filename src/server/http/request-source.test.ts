import fastify from 'fastify';
import { expect, test } from 'vitest';
import { requestSource, watchProxies } from './request-source.ts';

/** What is logged while these headers come from these addresses. */
async function logged(
  requests: readonly (readonly [remoteAddress: string, headers?: Record<string, string>])[],
) {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line).msg);
  const app = fastify({ logger: { level: 'warn', stream: { write } } });
  watchProxies(app, requestSource({ trustedProxies: ['10.0.0.0/8'], trustLoopback: false }));
  for (const path of ['/page', '/health']) app.get(path, async () => 'ok');
  for (const [remoteAddress, headers = {}] of requests)
    for (const url of ['/page', '/health']) await app.inject({ url, remoteAddress, headers });
  await app.close();
  return lines;
}

test('a trusted proxy that sends no client address is logged once', async () => {
  expect(await logged([['10.0.0.5'], ['10.0.0.6']])).toEqual([
    'a request from TRUSTED_PROXIES has no X-Forwarded-For header, so its client is unknown',
  ]);
});

test('an untrusted proxy on this machine is logged once', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  expect(
    await logged([
      ['127.0.0.1', headers],
      ['::1', headers],
    ]),
  ).toEqual(['a proxy on this machine is not in TRUSTED_PROXIES, so all its users count as one sender']);
});

test('requests that fit the settings log nothing', async () => {
  expect(
    await logged([
      ['10.0.0.5', { 'x-forwarded-for': '203.0.113.9' }],
      ['127.0.0.1'],
      ['203.0.113.9', { 'x-forwarded-for': '127.0.0.1' }],
    ]),
  ).toEqual([]);
});
