import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPageDocuments, serveWeb } from '#server/http/serve-web.ts';

const web = join(import.meta.dirname, '../../src/web');
const deployment = { publicUrl: 'https://earshot.example', demoMode: true, testKit: false };
let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-shared-'));
  await cp(join(web, 'public'), folder, { recursive: true });
  for (const page of ['index.html', 'landing.html']) await cp(join(web, 'index.html'), join(folder, page));
  app = fastify();
  await serveWeb(app, folder, await readPageDocuments(folder, deployment));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test('a shared link to the landing page has a title, a description and a picture', async () => {
  const { body } = await app.inject({ url: '/' });
  expect(body).toContain('<title>Earshot | Music Discovery &amp; Feedback Platform</title>');
  expect(body).toMatch(/<meta name="description" content="Artists upload [^"]+" \/>/);
  const picture = /property="og:image" content="([^"]+)"/.exec(body)?.[1];
  expect(picture).toBe('https://earshot.example/share.jpg');
  const { headers } = await app.inject({ url: '/share.jpg' });
  expect(headers['content-type']).toBe('image/jpeg');
});

test('each icon of the manifest is served', async () => {
  const manifest = await app.inject({ url: '/earshot.webmanifest' });
  const { icons } = manifest.json<{ icons: { src: string }[] }>();
  expect(icons.length).toBeGreaterThan(0);
  for (const { src } of icons) expect((await app.inject({ url: src })).statusCode, src).toBe(200);
});
