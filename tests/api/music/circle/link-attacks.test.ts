import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { PrivateLink } from '#contract/music/circle/circle.ts';
import { linkEventsPath } from '#contract/music/circle/circle-rules.ts';
import { audioRoute } from '#server/http/audio-route.ts';
import { linkEventsRoute } from '#server/http/listen-page.ts';
import { watchLinks } from '#server/http/watch-links.ts';
import { giveSession, openSession } from '#server/identity/sessions.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import {
  aBrowser,
  aDeviceMark,
  aPrivateLink,
  openLink,
  playByLink,
  uploadedTrack,
} from '#tests/support/people/guests.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { aTrack } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let artist: ApiUser;
let trackId: string;
let link: PrivateLink;
const owner = () => earshot.testDatabase.ownerDatabase;
/** Bytes of a second of the test's MP3 files. */
const rate = 16_000;
const settled = 1500;

beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
});
afterAll(() => earshot.close());
beforeEach(async () => {
  artist = await earshot.signIn({ userType: 'artist' });
  trackId = await uploadedTrack(artist);
  link = await aPrivateLink(artist, trackId);
});

const change = (body: object) =>
  artist.get(api.circle.changePrivateLink, { params: { linkId: link.id }, body });

/** Requests sound and counts what comes, until it is cut. */
function takeSound(browser: ApiUser, url: string, range: string) {
  const gone = new AbortController();
  const got = { bytes: 0, status: 0, isOver: false };
  const taking = (async () => {
    const answer = await browser.fetch(url, { headers: { range }, signal: gone.signal });
    got.status = answer.status;
    for await (const chunk of answer.body ?? []) got.bytes += chunk.length;
  })();
  void taking
    .catch(() => undefined)
    .then(() => {
      got.isOver = true;
    });
  return { got, cut: () => gone.abort() };
}

const statusOf = async (browser: ApiUser, url: string): Promise<number> => {
  const answer = await browser.fetch(url, { headers: { range: 'bytes=0-1' } });
  await answer.arrayBuffer();
  return answer.status;
};

/** Until it is so, at most two seconds of real time. */
async function withinTwoSeconds(isSo: () => boolean): Promise<void> {
  const end = performance.now() + 2000;
  while (!isSo() && performance.now() < end) await sleep(20);
  expect(isSo()).toBe(true);
}

/** The events of the link's page. */
async function listenForEnd(browser: ApiUser) {
  const gone = new AbortController();
  const answer = await browser.fetch(linkEventsPath(link.address), { signal: gone.signal });
  let text = '';
  const reading = (async () => {
    for await (const chunk of answer.body ?? []) text += new TextDecoder().decode(chunk);
  })();
  reading.catch(() => undefined);
  return { text: () => text, close: () => gone.abort() };
}

describe('the catalogue is not to be had by links: no attack gets more than 45 seconds ahead of playing', () => {
  test('parallel ranges, forty opens and two pages of one device', async () => {
    const browser = aBrowser(earshot);
    const urls = [];
    for (let i = 0; i < 40; i += 1) urls.push((await openLink(browser, link)).playbackLink.url);
    await playByLink(earshot, browser, link, 1);
    const parts = urls
      .slice(0, 6)
      .map((url, i) => takeSound(browser, url, `bytes=${i * 20 * rate}-${(i + 1) * 20 * rate - 1}`));
    await sleep(settled);
    const seconds = parts.reduce((sum, { got }) => sum + got.bytes, 0) / rate;
    expect(seconds).toBeGreaterThan(10);
    expect(seconds).toBeLessThanOrEqual(47);
    for (const { cut } of parts) cut();
  });

  test('a player that says it plays, and is silent for a day', async () => {
    const browser = aBrowser(earshot);
    const { playbackLink } = await openLink(browser, link);
    const report = (positionSeconds: number) =>
      browser.get(api.circle.reportGuestListening, {
        params: { address: link.address },
        body: { event: positionSeconds === 0 ? 'start' : 'beat', positionSeconds, playing: true },
      });
    await report(0);
    earshot.clock.advance(3000);
    await report(0);
    const all = takeSound(browser, playbackLink.url, 'bytes=0-');
    await sleep(settled);
    expect(all.got.bytes / rate).toBeLessThanOrEqual(45 + 6 + 6 + 1);
    all.cut();
  });

  test('a playback link of one device for another track, a changed one, or one that is older than an hour', async () => {
    const browser = aBrowser(earshot);
    const { url } = (await openLink(browser, link)).playbackLink;
    expect(await statusOf(browser, url)).toBe(206);
    const [payload = '', mac = ''] = (url.split('/').at(-1) ?? '').split('.');
    const bytes = Buffer.from(payload, 'base64url');
    bytes[3] = (bytes[3] ?? 0) ^ 1;
    expect(await statusOf(browser, `/api/audio/${bytes.toString('base64url')}.${mac}`)).toBe(403);
    // Its device is known by no other address, and a track's own call needs an account.
    expect((await browser.call(api.tracks.createPlaybackLink, { params: { trackId } })).code).toBe(
      'not_authenticated',
    );
    earshot.clock.advance(3600);
    expect(await statusOf(browser, url)).toBe(403);
  });
});

describe('sound stops within two seconds, also in the middle of a note, and its page is told', () => {
  const suspend = 'update users set suspended_at = now() where id = $1';
  test.each<[string, () => Promise<unknown>]>([
    ['the link is revoked', () => change({ isRevoked: true })],
    ['the track is deleted', () => artist.get(api.tracks.deleteTrack, { params: { trackId } })],
    [
      'the track is taken down',
      async () => {
        const admin = await earshot.signIn({ admin: true });
        const body = { kind: 'track', thingId: trackId, reason: 'spam', sentence: 'It advertises.' } as const;
        return admin.get(api.reports.takeDown, { body });
      },
    ],
    ['the artist is suspended', () => sql(owner(), suspend, [artist.userId])],
    [
      'the link expires',
      async () => {
        await change({ days: 1 });
        // The server hears of it before the day is over.
        await sleep(300);
        earshot.clock.advance(24 * 3600);
      },
    ],
  ])('when %s', async (_, end) => {
    const browser = aBrowser(earshot);
    const { playbackLink } = await openLink(browser, link);
    await playByLink(earshot, browser, link, 1);
    const sound = takeSound(browser, playbackLink.url, 'bytes=0-');
    const events = await listenForEnd(browser);
    await sleep(300);
    expect(sound.got).toMatchObject({ status: 206, isOver: false });
    expect(events.text()).not.toContain('ended');
    await end();
    await withinTwoSeconds(() => sound.got.isOver && events.text().includes('event: ended'));
    expect(sound.got.bytes).toBeLessThan(120 * rate);
    expect(await statusOf(browser, playbackLink.url)).toBe(403);
    const late = await listenForEnd(browser);
    await withinTwoSeconds(() => late.text().includes('event: ended'));
  });

  test('and a page of another artist’s link hears nothing of it', async () => {
    const browser = aBrowser(earshot);
    const events = await listenForEnd(browser);
    const other = await earshot.signIn({ userType: 'artist' });
    const theirs = await aPrivateLink(other, await uploadedTrack(other, 5));
    await other.get(api.circle.changePrivateLink, {
      params: { linkId: theirs.id },
      body: { isRevoked: true },
    });
    await sleep(300);
    expect(events.text()).not.toContain('ended');
    events.close();
    expect((await browser.fetch(linkEventsPath(trackId))).status).toBe(404);
  });
});

const uncounted = async () => async () => undefined;
const clientOf = () => ({ address: '127.0.0.1', device: 'phone' });

test('an ended link that is asked for behind another answer of one connection does not stop the server', async () => {
  const links = watchLinks(earshot.deps);
  const server = fastify();
  await server.register(
    linkEventsRoute({ deps: earshot.deps, links, countCall: uncounted, clientOf, aliveMilliseconds: 50 }),
  );
  const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
  const ended = await aPrivateLink(artist, trackId);
  await artist.get(api.circle.changePrivateLink, {
    params: { linkId: ended.id },
    body: { isRevoked: true },
  });
  const ask = (address: string) => `GET ${linkEventsPath(address)} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`;
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  let received = '';
  socket.on('data', (bytes: Buffer) => {
    received += bytes.toString();
  });
  socket.write(ask(link.address) + ask(ended.address));
  // An error behind the answers fails the whole run.
  await expect.poll(() => received.split(': alive').length).toBeGreaterThan(5);
  socket.destroy();
  await server.close();
});

test('who leaves while the server looks the link up takes no place, and is not waited for', async () => {
  const browser = aBrowser(earshot);
  const { playbackLink } = await openLink(browser, link);
  const watch = watchLinks(earshot.deps);
  const signals: AbortSignal[] = [];
  const links: typeof watch = {
    endOf: (open, gone) => {
      signals.push(gone);
      return watch.endOf(open, gone);
    },
  };
  const server = fastify();
  await server.register(audioRoute({ deps: earshot.deps, links }));
  await server.register(linkEventsRoute({ deps: earshot.deps, links, countCall: uncounted, clientOf }));
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = new URL(url);
  await owner().transaction(async (tx) => {
    await sql(tx, 'lock table private_links in access exclusive mode');
    const sockets = [playbackLink.url, linkEventsPath(link.address)].map((path) => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
      return socket;
    });
    await sleep(300);
    for (const socket of sockets) socket.resetAndDestroy();
    await sleep(100);
  });
  await expect.poll(() => signals.length).toBeGreaterThan(0);
  await sleep(300);
  expect(signals.map(({ aborted }) => aborted)).toEqual(signals.map(() => true));
  await server.close();
});

describe('who opened a link is never served the track for pay', () => {
  /** The tracks that a listener is offered until the queue is empty. */
  async function offered(listener: ApiUser): Promise<string[]> {
    const tracks: string[] = [];
    for (;;) {
      const { track } = await listener.get(api.listening.nextTrack, { body: {} });
      if (!track || tracks.includes(track.trackId)) return tracks;
      tracks.push(track.trackId);
      await listener.get(api.listening.skipTrack, { body: { trackId: track.trackId } });
    }
  }

  beforeEach(async () => {
    await sql(owner(), 'update assignments set closed_at = now() where closed_at is null');
    await sql(owner(), 'update artist_tracks set status = $1 where id <> $2', ['deleted', trackId]);
    const { assignments } = await sqlRow(
      owner(),
      'select count(*)::integer as assignments from assignments where track_id = $1',
      [trackId],
    );
    await sql(owner(), 'update assignments set closed_at = null where track_id = $1', [trackId]);
    expect(assignments).toBeGreaterThan(0);
  });

  test('but strangers are', async () => {
    await openLink(aBrowser(earshot), link);
    const stranger = await earshot.signIn({ userType: 'listener' }, undefined, aDeviceMark());
    expect(await offered(stranger)).toEqual([trackId]);
  });

  test('an account that was signed in there, by the next request or its own choice', async () => {
    const listener = await earshot.signIn({ userType: 'listener' });
    const opened = await earshot.deps.database.transaction((tx) =>
      openSession(tx, earshot.deps, listener.userId, { address: '127.0.0.1', device: 'phone' }),
    );
    const { refreshToken } = await giveSession(
      earshot.deps,
      { id: listener.userId, email: 'kim@example.org' },
      opened,
    );
    const response = await aBrowser(earshot).fetch(`/api/listen/${link.address}/open`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `rt=${refreshToken}` },
      body: '{}',
    });
    expect(response.status).toBe(200);
    expect(await offered(listener)).toEqual([]);
    const wished = await listener.get(api.listening.nextTrack, { body: { trackId } });
    expect(wished).toMatchObject({ track: null, refusedWish: 'heard_by_link' });
  });

  test('a browser that opened it before it signed in', async () => {
    const mark = aDeviceMark();
    await openLink(aBrowser(earshot, mark), link);
    expect(await offered(await earshot.signIn({ userType: 'listener' }, undefined, mark))).toEqual([]);
  });

  test('an account that once used that browser, from another one', async () => {
    const mark = aDeviceMark();
    const { userId } = await earshot.signIn({ userType: 'listener' });
    await earshot.deps.database.transaction((tx) =>
      openSession(tx, earshot.deps, userId, { address: '127.0.0.1', device: 'phone', keptMark: mark }),
    );
    await openLink(aBrowser(earshot, mark), link);
    expect(await offered(await earshot.signInAgain(userId, undefined, aDeviceMark()))).toEqual([]);
  });

  test('an account that is linked with one that opened it', async () => {
    const [first, second] = [
      await earshot.signIn({ userType: 'listener' }),
      await earshot.signIn({ userType: 'listener' }, undefined, aDeviceMark()),
    ];
    await openLink(aBrowser(earshot), link);
    await sql(owner(), 'update guests set account_id = $1 where link_id = $2', [first.userId, link.id]);
    await sql(
      owner(),
      `insert into evidence (user_id, kind, day, mark, first_at, last_at)
       select id, 'mailbox', current_date, repeat('m', 22), now(), now() from unnest($1::uuid[]) as id`,
      [[first.userId, second.userId]],
    );
    expect(await offered(second)).toEqual([]);
  });

  test('a listener who has the track while they open the link, once their lease has ended', async () => {
    const mark = aDeviceMark();
    const leases = async (listener: ApiUser) =>
      (await listener.get(api.listening.nextTrack, { body: {} })).track?.trackId;
    const guest = await earshot.signIn({ userType: 'listener' }, undefined, mark);
    expect(await leases(guest)).toBe(trackId);
    await openLink(aBrowser(earshot, mark), link);
    expect(await leases(guest)).toBe(trackId);
    const stranger = await earshot.signIn({ userType: 'listener' }, undefined, aDeviceMark());
    expect(await leases(stranger)).toBe(trackId);
    const lapse = 'update leases set leased_until = $2 where track_id = $1';
    await sql(owner(), lapse, [trackId, new Date(earshot.clock.now().getTime() - 1000)]);
    expect(await leases(stranger)).toBe(trackId);
    expect(await leases(guest)).toBeUndefined();
  });

  test('nor a version of it that came later', async () => {
    const mark = aDeviceMark();
    await openLink(aBrowser(earshot, mark), link);
    const { id: newer } = await aTrack(owner(), { artistId: artist.userId });
    await sql(owner(), 'update artist_tracks set predecessor_id = $2, version = 2 where id = $1', [
      newer,
      trackId,
    ]);
    expect(await offered(await earshot.signIn({ userType: 'listener' }, undefined, mark))).toEqual([]);
    const stranger = await earshot.signIn({ userType: 'listener' }, undefined, aDeviceMark());
    expect((await offered(stranger)).toSorted()).toEqual([newer, trackId].toSorted());
  });
});
