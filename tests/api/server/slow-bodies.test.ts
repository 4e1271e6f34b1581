import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { avatarUploadPath, coverUploadPath, uploadContentPath } from '#contract/upload-paths.ts';
import { buildApp } from '#server/app.ts';
import { webhookPath } from '#server/http/signed-notices.ts';
import { aBuiltWeb } from '#tests/support/world/built-web.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { registeredRoutes } from '#tests/support/world/registered-routes.ts';

/** Close after less than this pace in a window of half a minute, which their own tests are about. */
const withPace = [
  `PUT ${uploadContentPath(':uploadId')}`,
  `PUT ${avatarUploadPath}`,
  `PUT ${coverUploadPath(':trackId')}`,
];

let earshot: Earshot;
let app: FastifyInstance;
let web: Awaited<ReturnType<typeof aBuiltWeb>>;
let port: number;
const sockets: Socket[] = [];
beforeAll(async () => {
  earshot = await startEarshot();
  web = await aBuiltWeb();
  app = await buildApp({ deps: earshot.deps, webRoot: web.webRoot, bodyMilliseconds: 300 });
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo); // a TCP server has one
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
  await earshot.close();
  await web.remove();
});

/** Sends the head of a request and then a byte now and then, for ever. */
function drip(head: string, open: Set<string>): void {
  open.add(head);
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  const dripping = setInterval(() => socket.write('x'), 100);
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(dripping);
    open.delete(head);
  });
  socket.resume();
  socket.write(`${head} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`);
  socket.write('Content-Length: 100000\r\n\r\n{');
}

test('a connection that sends its body byte by byte is closed on every route and unknown path', async () => {
  const routes = registeredRoutes(app);
  const named = routes.map(({ method, url }) => `${method} ${url}`);
  const calls = Object.values(api).flatMap((concept) => Object.values(concept));
  expect(routes.length).toBeGreaterThan(calls.length);
  expect(named).toEqual(
    expect.arrayContaining([...withPace, `POST ${webhookPath}`, 'POST /checkout/:id/complete']),
  );

  const open = new Set<string>();
  const nowhere = ['POST /no/such/page', 'PUT /api/nothing', 'POST /api/%zz', `PATCH ${webhookPath}`];
  for (const head of [...named, ...nowhere]) drip(head.replace(/:\w+/g, randomUUID()), open);
  expect(open.size).toBe(named.length + nowhere.length);
  const staying = withPace.map((head) => head.replace(/:\w+/g, 'id'));
  const openNow = () => [...open].map((head) => head.replace(/[\da-f]{8}-[\da-f-]{27}/, 'id')).toSorted();
  await expect.poll(openNow, { timeout: 20_000 }).toEqual(staying.toSorted());
});
