import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appPages, otherPageNames } from '#contract/page-paths.ts';
import { readPageDocuments, serveWeb } from '#server/http/serve-web.ts';

const deployment = { publicUrl: 'https://earshot.example', demoMode: false, testKit: true };
let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html>the page of %PUBLIC_URL%, demo %DEMO_MODE%');
  await writeFile(join(folder, 'landing.html'), '<!doctype html>the landing page of %PUBLIC_URL%');
  await writeFile(join(folder, 'assets/app-1a2b3c.js'), 'the code');
  app = fastify();
  await serveWeb(app, folder, await readPageDocuments(folder, deployment));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const [landing, everyPage] = [
  '<!doctype html>the landing page of https://earshot.example',
  '<!doctype html>the page of https://earshot.example, demo off',
];
test.each([
  ['/', landing],
  ['/?from=mail', landing],
  ['/app/wallet?tab=1', everyPage],
  ['/tracks', everyPage],
])('%s serves the web app, with or without compression', async (url, body) => {
  const plain = await app.inject({ url });
  expect(plain).toMatchObject({ statusCode: 200, body });
  expect(plain.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': expect.stringContaining('text/html'),
  });
  const packed = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringContaining('text/html'),
  });
});

test('every page is served the document of the web app under each of its names', async () => {
  const names = [...appPages, ...otherPageNames.keys()].flatMap((name) => [`/${name}`, `/app/${name}`]);
  const others = ['/app', '/app/health', '/auth', '/auth/elsewhere', '/auth/callback', '/login', '/signup'];
  for (const path of [...names, ...others]) {
    const answer = await app.inject({ url: `${path}?from=mail` });
    expect(answer, path).toMatchObject({ statusCode: 200, body: everyPage });
  }
});

test('a file with its hash in its name is cached for a year', async () => {
  const { headers } = await app.inject({ url: '/assets/app-1a2b3c.js' });
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

test.each(['/assets/app-old.js', '/assets/', '/api/nothing'])(
  '%s is not found, and is not replaced by a page',
  async (url) => {
    expect((await app.inject({ url })).statusCode).toBe(404);
  },
);

test.each([
  '/no/such/page',
  '/app/no-such-page',
  '/app/tracks/x',
  '/app/analytics/x',
  '/app/wallet/x',
  '/tracksx',
  '/app/tracksx',
  '/admin/elsewhere',
  '/app/admin/elsewhere',
  '/constructor',
])('%s returns 404 with the 404 page', async (url) => {
  expect(await app.inject({ url })).toMatchObject({ statusCode: 404, body: everyPage });
});

test('pages are served to GET and HEAD only', async () => {
  expect((await app.inject({ method: 'POST', url: '/app/wallet' })).statusCode).toBe(404);
});

test('a server without a built web app says what to do', async () => {
  await expect(readPageDocuments(join(folder, 'nowhere'), deployment)).rejects.toThrow(/npm run build/);
});

test('a page that the browser already has is not sent again', async () => {
  const { headers } = await app.inject({ url: '/' });
  const again = await app.inject({ url: '/', headers: { 'if-none-match': headers.etag ?? '' } });
  expect(again).toMatchObject({ statusCode: 304, body: '' });
});

test('without the Test Kit its pages return 404', async () => {
  const without = fastify();
  await serveWeb(without, folder, await readPageDocuments(folder, { ...deployment, testKit: false }));
  const statusOf = async (url: string) => (await without.inject({ url })).statusCode;
  expect(await statusOf('/app/admin/test-kit')).toBe(404);
  expect(await statusOf('/admin/test-kit?x=1')).toBe(404);
  expect(await statusOf('/app/admin')).toBe(200);
  await without.close();
});

test('the music of the demo has its license and plays from any second', async () => {
  const licence = await app.inject({ url: '/samples/music/LICENCE.md' });
  expect(licence.body).toContain('Carlos Viola Iborra');
  const piece = await app.inject({ url: '/samples/music/feelings.mp3', headers: { range: 'bytes=0-99' } });
  expect(piece.statusCode).toBe(206);
});
