import { once } from 'node:events';
import { createConnection } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { api } from '#contract/index.ts';
import { closeCodes, realtimePath } from '#contract/realtime-connection.ts';
import { noise } from '#tests/support/files/audio-files.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { asAdministrator } from '#tests/support/world/administrator.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aReview, aTrack, type Person } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot();
});
afterAll(() => earshot.close());

interface Tab {
  readonly socket: WebSocket;
  readonly heard: unknown[];
  readonly closed: Promise<number>;
}

function openTab(origin: string | undefined = earshot.url): Tab {
  const address = earshot.url.replace('http', 'ws') + realtimePath;
  const socket = new WebSocket(address, origin === '' ? {} : { origin });
  const heard: unknown[] = [];
  socket.on('message', (data) => heard.push(JSON.parse(String(data))));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close').then(([code]) => Number(code));
  return { socket, heard, closed };
}

async function until(isSo: () => boolean): Promise<void> {
  for (let i = 0; i < 400 && !isSo(); i += 1) await sleep(25);
  expect(isSo()).toBe(true);
}

const hears = (tab: Tab, message: object) =>
  until(() => tab.heard.some((heard) => JSON.stringify(heard) === JSON.stringify(message)));

async function aTabOf(user: ApiUser): Promise<Tab> {
  const tab = openTab();
  await once(tab.socket, 'open');
  tab.socket.send(JSON.stringify({ token: user.accessToken }));
  return tab;
}

async function signIn(person: Person): Promise<{ user: ApiUser; tab: Tab }> {
  const user = await earshot.signIn(person);
  const tab = await aTabOf(user);
  await hears(tab, { alive: true });
  return { user, tab };
}

const upgrade = ({ path = realtimePath, origin = earshot.url } = {}) =>
  `GET ${path} HTTP/1.1\r\nHost: ${new URL(earshot.url).host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  `Origin: ${origin}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;

/** What the server answers to an upgrade, once it has let go of a sender who stays and goes on talking. */
async function statusOfUpgrade(request: string): Promise<number> {
  const raw = createConnection({
    port: Number(new URL(earshot.url).port),
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  // Its last words meet nobody, which is an error of the sender.
  raw.on('error', () => undefined);
  const closed = new Promise((resolve) => raw.once('close', resolve));
  let answer = '';
  raw.on('data', (data) => {
    answer += data;
  });
  raw.write(`${request}more`);
  const talking = setInterval(() => raw.write('and more'), 5);
  await closed;
  clearInterval(talking);
  return Number(answer.split(' ')[1]);
}

/** A hundred frames over one connection: any kind and flags, masked or not, with lengths that are true or not. */
async function sendGarbage(port: number, seed: number): Promise<void> {
  const raw = createConnection(port, '127.0.0.1');
  raw.on('error', () => undefined);
  const closed = once(raw, 'close');
  raw.write(upgrade());
  raw.resume();
  const [answer] = await once(raw, 'data');
  expect(String(answer)).toContain('101 Switching Protocols');
  for (let frame = 0; frame < 100; frame += 1) raw.write(noise(2 + ((frame * 13) % 120), seed * 100 + frame));
  raw.end();
  await closed;
}

const owner = (text: string, values: unknown[]) => sql(earshot.testDatabase.ownerDatabase, text, values);

describe('a connection is rejected', () => {
  test.each(['http://evil.example', 'null', ''])('from the origin %j', async (origin) => {
    const { socket } = openTab(origin);
    const [, response] = await once(socket, 'unexpected-response');
    expect(response.statusCode).toBe(403);
    expect(await statusOfUpgrade(upgrade({ origin }))).toBe(403);
  });

  test.each(['//', '///evil.example', '/\\', '*', 'http://[', '/api', `${realtimePath}/x`, '/%'])(
    'at the path %j, and the server keeps running',
    async (path) => {
      expect([400, 404]).toContain(await statusOfUpgrade(upgrade({ path })));
      expect((await earshot.nobody.fetch('/health')).status).toBe(200);
    },
  );

  test.each([
    ['a forged token', JSON.stringify({ token: 'a.b.c' }), closeCodes.unauthorized],
    ['no token', JSON.stringify({}), closeCodes.flooded],
    ['an unknown key', JSON.stringify({ token: 'a.b.c', userId: 'me' }), closeCodes.flooded],
    ['invalid JSON', '{', closeCodes.flooded],
    ['bytes', Buffer.from([1, 2, 3]), closeCodes.flooded],
  ])('if it begins with %s', async (_what, message, code) => {
    const tab = openTab();
    await once(tab.socket, 'open');
    tab.socket.send(message);
    expect(await tab.closed).toBe(code);
    expect(tab.heard).toEqual([]);
  });

  test('if it sends nothing for five seconds', async () => {
    expect(await openTab().closed).toBe(closeCodes.unauthorized);
  });

  test('if it sends a frame of more than 16 KB', async () => {
    const { tab } = await signIn({ userType: 'listener' });
    tab.socket.send('x'.repeat(16 * 1024 + 1));
    expect(await tab.closed).toBe(1009);
  });

  test('if it sends more than 20 messages in ten seconds', async () => {
    const { tab, user } = await signIn({ userType: 'listener' });
    for (let i = 0; i < 25; i += 1) tab.socket.send(JSON.stringify({ token: user.accessToken }));
    expect(await tab.closed).toBe(closeCodes.flooded);
  });

  test('if its user already has five', async () => {
    const { user } = await signIn({ userType: 'listener' });
    for (let i = 0; i < 4; i += 1) await hears(await aTabOf(user), { alive: true });
    expect(await (await aTabOf(user)).closed).toBe(closeCodes.tooMany);
  });

  test('above five, if more of them connect at once, and the others stay', async () => {
    const { user } = await signIn({ userType: 'listener' });
    const tabs = await Promise.all(Array.from({ length: 9 }, () => aTabOf(user)));
    await until(() => tabs.filter(({ heard }) => heard.length > 0).length >= 4);
    const closed = () => tabs.filter(({ socket }) => socket.readyState === socket.CLOSED);
    await until(() => closed().length >= 5);
    await sleep(100);
    expect(closed().map(({ heard }) => heard)).toEqual([[], [], [], [], []]);
  });

  test('if its frames are garbage: ten thousand of them have no effect on other connections', async () => {
    const { tab, user } = await signIn({ userType: 'listener' });
    const { port } = new URL(earshot.url);
    await Promise.all(Array.from({ length: 100 }, (_, seed) => sendGarbage(Number(port), seed)));
    await user.get(api.accounts.updateProfile, { body: { displayName: 'Kim' } });
    await hears(tab, { changed: 'profile' });
    expect(tab.socket.readyState).toBe(WebSocket.OPEN);
    tab.socket.close();
  });

  test('without harm if it closes before the upgrade, a hundred times', async () => {
    const { port } = new URL(earshot.url);
    for (let i = 0; i < 100; i += 1) {
      const raw = createConnection(Number(port), '127.0.0.1');
      raw.on('error', () => undefined);
      raw.write(upgrade(), () => raw.resetAndDestroy());
      await once(raw, 'close');
    }
    expect((await earshot.nobody.fetch('/health')).status).toBe(200);
  });
});

test('a request that offers another protocol, as some HTTP clients do, is served normally', async () => {
  const raw = createConnection(Number(new URL(earshot.url).port), '127.0.0.1');
  raw.write(
    'GET /health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n\r\n',
  );
  const [answer] = await once(raw, 'data');
  raw.destroy();
  expect(String(answer)).toContain('200 OK');
});

describe('an open page is notified', () => {
  test('of changes to its own profile, and no one else’s', async () => {
    const [own, other] = [await signIn({ userType: 'listener' }), await signIn({ userType: 'listener' })];
    await own.user.get(api.accounts.updateProfile, { body: { displayName: 'Kim' } });
    await hears(own.tab, { changed: 'profile' });
    expect(other.tab.heard).toEqual([{ alive: true }]);
  });

  test('of a review: its listener and artist, and admins of their queue', async () => {
    const listener = await signIn({ userType: 'listener' });
    const artist = await signIn({ userType: 'artist' });
    const admin = await signIn({ admin: true });
    const track = await aTrack(earshot.testDatabase.ownerDatabase, { artistId: artist.user.userId });
    await hears(artist.tab, { changed: 'tracks' });
    await aReview(earshot.testDatabase.ownerDatabase, { listenerId: listener.user.userId, track });
    await Promise.all([
      hears(listener.tab, { changed: 'reviews' }),
      hears(artist.tab, { changed: 'reviews' }),
      hears(admin.tab, { changed: 'admin' }),
    ]);
    expect(listener.tab.heard).not.toContainEqual({ changed: 'admin' });
    listener.tab.heard.length = 0;
    await owner("update reviews set waits_for = 'person', due_at = now() where track_id = $1", [track.id]);
    await hears(listener.tab, { changed: 'reviews' });
  });

  test('of a new or restored track, if it is a listener’s', async () => {
    const [listener, artist] = [await signIn({ userType: 'listener' }), await signIn({ userType: 'artist' })];
    const { artistId } = await aTrack(earshot.testDatabase.ownerDatabase);
    await hears(listener.tab, { changed: 'queue' });
    listener.tab.heard.length = 0;
    await owner('update users set suspended_at = now() where id = $1', [artistId]);
    await owner('update users set suspended_at = null where id = $1', [artistId]);
    await hears(listener.tab, { changed: 'queue' });
    expect(artist.tab.heard).toEqual([{ alive: true }]);
  });

  test('of track details changed in another tab', async () => {
    const { user, tab } = await signIn({ userType: 'artist' });
    const { id } = await aTrack(earshot.testDatabase.ownerDatabase, { artistId: user.userId });
    await hears(tab, { changed: 'tracks' });
    tab.heard.length = 0;
    await user.get(api.tracks.editTrack, {
      params: { trackId: id },
      body: { title: 'Night Train', genre: 'indie', description: '' },
    });
    await hears(tab, { changed: 'tracks' });
  });

  test('of a new or changed plan, and no one else’s', async () => {
    const [own, other] = [await signIn({ userType: 'artist' }), await signIn({ userType: 'artist' })];
    await owner(
      `insert into artist_subscriptions
         (user_id, plan, uploads_limit, price_per_month_cents, active, current_period_start, current_period_end)
       values ($1, 'pro', 5, 4900, true, now(), now() + interval '1 month')`,
      [own.user.userId],
    );
    await hears(own.tab, { changed: 'subscriptions' });
    own.tab.heard.length = 0;
    await owner('update artist_subscriptions set payment_failed = true where user_id = $1', [
      own.user.userId,
    ]);
    await hears(own.tab, { changed: 'subscriptions' });
    expect(other.tab.heard).toEqual([{ alive: true }]);
  });

  test('of the end of the track that is reviewed there, if it is that listener’s', async () => {
    const listener = await signIn({ userType: 'listener' });
    const other = await signIn({ userType: 'listener' });
    await aTrack(earshot.testDatabase.ownerDatabase);
    const { track } = await listener.user.get(api.listening.nextTrack, { body: {} });
    const artist = await earshot.signInAgain(track?.artistId ?? '');
    await artist.get(api.tracks.deleteTrack, { params: { trackId: track?.trackId ?? '' } });
    await hears(listener.tab, { changed: 'served' });
    expect(other.tab.heard).not.toContainEqual({ changed: 'served' });
  });

  test('of earned money', async () => {
    const { user, tab } = await signIn({ userType: 'listener' });
    await earnedBy(earshot, user.userId, 1);
    await hears(tab, { changed: 'wallet' });
  });
});

describe('a connection ends within a second', () => {
  test.each([
    [
      'the session ends',
      "update sessions set ended_at = now(), end_reason = 'signed_out' where user_id = $1",
    ],
    ['the user is suspended', 'update users set suspended_at = now() where id = $1'],
  ])('when %s', async (_when, change) => {
    const { user, tab } = await signIn({ userType: 'listener' });
    await owner(change, [user.userId]);
    expect(await tab.closed).toBe(closeCodes.unauthorized);
  });

  test('but other sessions of the user stay connected', async () => {
    const first = await signIn({ userType: 'listener' });
    const again = await earshot.signInAgain(first.user.userId);
    const second = await aTabOf(again);
    await hears(second, { alive: true });
    const { sessions } = await again.get(api.accounts.listSessions, {});
    const sessionId = sessions.find(({ isCurrent }) => isCurrent)?.id ?? '';
    await again.get(api.accounts.endSession, { params: { sessionId } });
    expect(await second.closed).toBe(closeCodes.unauthorized);
    expect(first.tab.socket.readyState).toBe(WebSocket.OPEN);
  });
});

test('a user who loses the admin role is no longer notified of admin queues', async () => {
  const { user, tab } = await signIn({ admin: true });
  await owner("insert into user_roles (user_id, role) values ($1, 'user')", [user.userId]);
  await hears(tab, { changed: 'profile' });
  tab.heard.length = 0;
  const watcher = await signIn({ admin: true });
  await aReview(earshot.testDatabase.ownerDatabase, {});
  await hears(watcher.tab, { changed: 'admin' });
  expect(tab.heard).not.toContainEqual({ changed: 'admin' });
});

test('pages reload everything after the database connection was lost', async () => {
  const { tab } = await signIn({ userType: 'listener' });
  await asAdministrator(earshot.testDatabase.address, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'earshot news' and datname = current_database()`,
    ),
  );
  await hears(tab, { changed: 'all' });
});
