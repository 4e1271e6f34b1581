import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { api } from '#contract/index.ts';
import { closeCodes, realtimePath } from '#contract/realtime-connection.ts';
import { avatarUploadPath, uploadContentPath } from '#contract/upload-paths.ts';
import { queueMail } from '#server/identity/emails/queue-mail.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import { type ApiUser, apiUser } from '#tests/support/people/api-user.ts';
import { asAdministrator } from '#tests/support/world/administrator.ts';
import { aTrack, type Person } from '#tests/support/world/rows.ts';
import type { ServerProcess } from '#tests/support/world/server-process.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';
import { urlOfCluster } from '#tests/support/world/standby.ts';
import { everybodyKnown, wideLimits } from '#tests/support/world/wide-limits.ts';
import { makeClients, startLoad } from '../../tools/faults/fault-run.ts';
import { type LoadWorld, makeLoadWorld } from '../../tools/load/load-world.ts';
import { type HttpProxy, startHttpProxy } from './http-proxy.ts';

const avatarsAnHour = 4;
const patiently = { timeout: 60_000, interval: 100 };
let world: LoadWorld;
let proxy: HttpProxy;
let servers: ServerProcess[];

/** One of three that share a database and a folder for the audio, as nodes of one deployment do. */
const startOne = (database = urlOfCluster(join(world.dataDirectory, 'postgres'))) =>
  world.startServer({
    PORT: '0',
    DATABASE_URL: database,
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMITS: wideLimits.replace('avatar=10000/60', `avatar=${avatarsAnHour}/3600`),
    STANDING_BOUNDS: everybodyKnown,
  });
const startThree = (database?: string) => Promise.all([1, 2, 3].map(() => startOne(database)));

beforeAll(async () => {
  world = await makeLoadWorld();
  servers = await startThree();
  proxy = await startHttpProxy(Number(new URL(world.url).port), () => servers.map(({ url }) => url));
});
afterAll(async () => {
  await proxy.close();
  await world.close();
});

/** One session of a new person, as each of the servers sees it, and as the proxy does. */
async function signIn(person: Person) {
  const userId = await world.person(person);
  const { accessToken } = await world.signIn(userId);
  const at = (url: string) => apiUser(url, userId, accessToken);
  return { userId, accessToken, through: at(world.url), at: servers.map(({ url }) => at(url)) };
}

async function openTab(server: string, accessToken: string) {
  const socket = new WebSocket(server.replace('http', 'ws') + realtimePath, { origin: world.url });
  const heard: string[] = [];
  socket.on('message', (data) => heard.push(String(data)));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').then(([code]) => Number(code));
  await once(socket, 'open');
  socket.send(JSON.stringify({ token: accessToken }));
  await expect.poll(() => heard, patiently).toContain('{"alive":true}');
  return { socket, heard, closed };
}

test('three servers started at once on an empty database share one schema', async () => {
  await asAdministrator(world.address, (client) => client.query('create database empty'));
  const database = urlOfCluster(join(world.dataDirectory, 'postgres')).replace('/earshot?', '/empty?');
  const three = await startThree(database);
  for (const { url } of three) {
    expect((await apiUser(url, '', undefined).fetch('/health')).status).toBe(200);
    expect(
      (await apiUser(url, '', undefined).get(api.discovery.readDiscovery, { query: {} })).featured,
    ).toEqual([]);
  }
  expect(await Promise.all(three.map((server) => server.stop()))).toEqual([0, 0, 0]);
});

test('a session ended at one server is ended everywhere, and tabs at the others are notified', async () => {
  const { accessToken, at } = await signIn({ userType: 'listener' });
  const [first] = at;
  for (const user of at) await user.get(api.accounts.readProfile, {});
  const tabs = await Promise.all(servers.map(({ url }) => openTab(url, accessToken)));
  const sessions = await first?.get(api.accounts.listSessions, {});
  const sessionId = sessions?.sessions.find(({ isCurrent }) => isCurrent)?.id ?? '';
  await first?.get(api.accounts.endSession, { params: { sessionId } });
  for (const user of at) {
    expect((await user.call(api.accounts.readProfile, {})).code).toBe('invalid_token');
  }
  expect(await Promise.all(tabs.map(({ closed }) => closed))).toEqual(
    tabs.map(() => closeCodes.unauthorized),
  );
});

test('a change at one server notifies pages connected to the others', async () => {
  const { accessToken, at } = await signIn({ userType: 'listener' });
  const tabs = await Promise.all(servers.map(({ url }) => openTab(url, accessToken)));
  await at[0]?.get(api.accounts.updateProfile, { body: { displayName: 'Kim' } });
  for (const tab of tabs) await expect.poll(() => tab.heard, patiently).toContain('{"changed":"profile"}');
  for (const tab of tabs) tab.socket.close();
});

test('a listener who calls three servers at once is served one track with one lease', async () => {
  for (let i = 0; i < 5; i += 1) await aTrack(world.owner.database, { title: `Queue ${i}` });
  const { userId, at } = await signIn({ userType: 'listener' });
  const served = await Promise.all(
    [...at, ...at].map((user) => user.get(api.listening.nextTrack, { body: {} })),
  );
  expect(new Set(served.map(({ track }) => track?.trackId)).size).toBe(1);
  const open = 'select count(*)::integer as open from leases where listener_id = $1';
  expect(await sqlRow(world.owner.database, open, [userId])).toEqual({ open: 1 });
});

test('a limit applies across all servers', async () => {
  const { at } = await signIn({ userType: 'listener' });
  const noPicture = { method: 'PUT', body: 'no picture', headers: { 'content-type': 'image/png' } };
  const answers = await Promise.all(
    [...at, ...at, ...at].map((user) => user.fetch(avatarUploadPath, noPicture)),
  );
  expect(answers.filter(({ status }) => status !== 429)).toHaveLength(avatarsAnHour);
  // The address that the proxy tells counts for those who are not signed in.
  expect(answers.every(({ status }) => status < 500)).toBe(true);
});

/** Queues mails for one address and answers how to list the ones that were sent to it. */
async function queueMails(address: string, count: number) {
  await world.app.database.transaction(async (tx) => {
    for (let i = 0; i < count; i += 1) {
      await queueMail(
        tx,
        { name: 'Kim', address },
        { subject: `${i}`, text: `${i}`, notice: null, html: `${i}` },
        new Date(),
      );
    }
  });
  const sent = async () =>
    (await readdir(join(world.dataDirectory, 'mail')).catch(() => [])).filter(
      (name) => name.endsWith('.eml') && name.includes(address),
    );
  const waiting = async () =>
    (await sqlRow(world.owner.database, 'select count(*)::integer as jobs from graphile_worker.jobs')).jobs;
  return { sent, waiting };
}

test('each of sixty jobs on three servers runs once', async () => {
  const { sent, waiting } = await queueMails('once@example.org', 60);
  await expect.poll(waiting, patiently).toBe(0);
  expect(await sent()).toHaveLength(60);
});

/** Sends a file's beginning to a server and leaves it there, unfinished. */
function beginUpload(server: string, accessToken: string, uploadId: string, file: Uint8Array, until: number) {
  const sending = request(new URL(uploadContentPath(uploadId), server), {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'audio/mpeg',
      'content-length': file.length,
    },
  });
  sending.on('error', () => undefined);
  sending.write(file.subarray(0, until));
}

const receivedOf = (user: ApiUser, uploadId: string) =>
  user.get(api.tracks.readUpload, { params: { uploadId } }).then(({ receivedBytes }) => receivedBytes);

test('if one of three servers is killed under load, no money is lost or doubled, and users continue at the others', async () => {
  const clients = await makeClients(world, 8);
  const artist = await signIn({ userType: 'artist' });
  const listener = await signIn({ userType: 'listener' });
  const [victim] = servers;
  if (!victim) throw new Error('There are three servers.');
  const file = anMp3({ seconds: 200, bitrate: 320, mark: 'resumed' });
  const uploadId = randomUUID();
  const load = await startLoad(world, clients);
  const tab = await openTab(victim.url, listener.accessToken);
  beginUpload(victim.url, artist.accessToken, uploadId, file, 5_000_000);
  const [, other] = artist.at;
  if (!other) throw new Error('There are three servers.');
  await expect.poll(() => receivedOf(other, uploadId), patiently).toBeGreaterThan(3_000_000);
  const { sent, waiting } = await queueMails('killed@example.org', 40);

  await victim.kill();
  const killedAt = Date.now();
  await tab.closed;
  const again = await openTab(world.url, listener.accessToken);
  await listener.through.get(api.accounts.updateProfile, { body: { displayName: 'Lee' } });
  await expect.poll(() => again.heard, patiently).toContain('{"changed":"profile"}');
  again.socket.close();

  const place = await receivedOf(artist.through, uploadId);
  const rest = await artist.through.fetch(uploadContentPath(uploadId), {
    method: 'PUT',
    body: file.subarray(place),
    headers: {
      'content-type': 'audio/mpeg',
      'content-range': `bytes ${place}-${file.length - 1}/${file.length}`,
    },
  });
  expect([rest.status, place > 0]).toEqual([200, true]);
  const made = await artist.through.get(api.tracks.createTrack, {
    body: { uploadId, title: 'Resumed', genre: 'jazz' },
  });
  const link = await artist.through.get(api.tracks.createPlaybackLink, { params: { trackId: made.id } });
  const heard = Buffer.from(await (await artist.through.fetch(link.url)).arrayBuffer());
  expect(heard.equals(Buffer.from(file))).toBe(true);

  const { acknowledged, lost, doubled, audit, answers, failures } = await load.finish();
  expect({ lost, doubled, audit }).toEqual({ lost: 0, doubled: 0, audit: 0 });
  expect(answers.filter(({ at }) => at > killedAt + 1_000).length).toBeGreaterThan(0);
  expect(failures.filter(({ status }) => status !== 0 && status !== 503 && status !== 429)).toEqual([]);
  // Whatever the killed server was working on comes back; a mail it had just sent may come twice.
  await expect.poll(waiting, patiently).toBe(0);
  const subjects = 'select count(*)::integer as unsent from outbox where sent_at is null';
  expect(await sql(world.owner.database, subjects)).toEqual([{ unsent: 0 }]);
  const mails = (await sent()).length;
  expect([mails >= 40, mails <= 42]).toEqual([true, true]);
  console.log(`${acknowledged} acts of money acknowledged over the kill, ${failures.length} tried again.`);
});
