import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call, Method } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import { buildApp } from '#server/app.ts';
import { rawOperations } from '#server/http/raw-operations.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot();
});
afterAll(() => earshot.close());

/** Fastify cuts the link of a track's audio into two parameters, and the ending off the name of a picture. */
const asRoute = (path: string): string =>
  path
    .replace('{link}', ':payload.:mac')
    .replace('{cover}', ':coverKey.webp')
    .replace('{avatar}', ':key.webp')
    .replace(/\{(\w+)\}/g, ':$1');

const readDocument = async () =>
  (await (await earshot.nobody.fetch('/api/openapi.json')).json()) as Record<string, unknown>;

test('the API description is valid OpenAPI 3.1', async () => {
  const document = await readDocument();
  const validator = new Validator();
  const { valid, errors } = await validator.validate(document);
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

test('each described call says who can make it and which specified call it is', async () => {
  const { paths } = (await readDocument()) as {
    paths: Record<string, Record<string, Record<string, unknown>>>;
  };
  const described = Object.values(paths).flatMap((methods) => Object.values(methods));
  const calls = Object.values(api).flatMap((concept) => Object.values<Call>(concept));
  expect(described).toHaveLength(calls.length + rawOperations.length);
  for (const operation of described)
    expect(operation).toMatchObject({ 'x-who': expect.any(String), 'x-spec': expect.any(Array) });
});

test('every described route outside the contract exists on the server', async () => {
  const app = await buildApp({ deps: earshot.deps });
  const served = (method: Method, path: string) => app.hasRoute({ method, url: asRoute(path) });
  expect(rawOperations.filter(({ method, path }) => !served(method, path))).toEqual([]);
  await app.close();
});

test('the description is built once: it is served compressed, with 304 if the client has it', async () => {
  const read = (headers: Record<string, string>) => earshot.nobody.fetch('/api/openapi.json', { headers });
  const first = await read({ 'accept-encoding': 'gzip' });
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=300',
    'content-type': 'application/json; charset=utf-8',
  });
  const etag = first.headers.get('etag') ?? '';
  const again = await read({ 'if-none-match': etag });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect((await read({ 'if-none-match': 'W/"another"' })).status).toBe(200);
});
