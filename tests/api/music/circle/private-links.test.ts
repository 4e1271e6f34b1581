import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { PrivateLink } from '#contract/music/circle/circle.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { aBrowser, aPrivateLink, openLink, playByLink, uploadedTrack } from '#tests/support/people/guests.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { aTrack } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let artist: ApiUser;
let trackId: string;

beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
  artist = await earshot.signIn({ userType: 'artist', displayName: 'Bea' });
  trackId = await uploadedTrack(artist, 30);
});
afterAll(() => earshot.close());

const at = ({ address }: PrivateLink) => ({ params: { address } });
const open = (browser: ApiUser, link: PrivateLink) =>
  browser.call(api.circle.openPrivateLink, { ...at(link), body: {} });
const codeOfOpen = async (link: PrivateLink) => (await open(aBrowser(earshot), link)).code;
const change = (link: PrivateLink, body: object, by = artist) =>
  by.call(api.circle.changePrivateLink, { params: { linkId: link.id }, body });
const links = async (of = trackId) =>
  (await artist.get(api.circle.listPrivateLinks, { params: { trackId: of } })).links;
const linkNow = async ({ id }: PrivateLink) => (await links()).find((one) => one.id === id);

describe('a link refuses', () => {
  test('an address that was never given', async () => {
    const body = await aBrowser(earshot).call(api.circle.openPrivateLink, {
      params: { address: randomUUID() },
      body: {},
    });
    expect(body.code).toBe('not_found');
  });

  test('everyone once it is revoked, for good', async () => {
    const link = await aPrivateLink(artist, trackId);
    expect((await change(link, { isRevoked: true })).answer).toMatchObject({ isOpen: false });
    expect((await change(link, { isRevoked: true })).status).toBe(200);
    expect((await change(link, { days: 30 })).code).toBe('private_link_ended');
    expect(await codeOfOpen(link)).toBe('private_link_ended');
  });

  test('everyone once it has expired, until its artist extends it', async () => {
    const link = await aPrivateLink(artist, trackId, { days: 1 });
    await sql(earshot.testDatabase.ownerDatabase, 'update private_links set expires_at = $2 where id = $1', [
      link.id,
      earshot.clock.now(),
    ]);
    expect(await codeOfOpen(link)).toBe('private_link_ended');
    await change(link, { days: 1 });
    expect(await codeOfOpen(link)).toBeUndefined();
  });

  test('another device than the allowed ones, and says how many were refused', async () => {
    const link = await aPrivateLink(artist, trackId, { deviceLimit: 2 });
    const first = aBrowser(earshot);
    await openLink(first, link);
    earshot.clock.advance(1);
    await openLink(aBrowser(earshot), link);
    const third = await open(aBrowser(earshot), link);
    expect(third.message).toBe('This link is open on 2 devices already. Ask the artist for another.');
    await openLink(first, link);
    expect(await linkNow(link)).toMatchObject({ refusedDevices: 1, devices: [{ opens: 2 }, { opens: 1 }] });
  });

  test('all but one of forty devices that open its last place at once', async () => {
    const link = await aPrivateLink(artist, trackId, { deviceLimit: 1 });
    const codes = await Promise.all(Array.from({ length: 40 }, () => codeOfOpen(link)));
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(await linkNow(link)).toMatchObject({ refusedDevices: 39, devices: [{ opens: 1 }] });
  });

  test('everyone while its track is taken down, deleted or held, and while its artist is suspended', async () => {
    const owner = earshot.testDatabase.ownerDatabase;
    const other = await earshot.signIn({ userType: 'artist' });
    const ofOther = await uploadedTrack(other, 5);
    const link = await aPrivateLink(other, ofOther);
    const browser = aBrowser(earshot);
    await openLink(browser, link);
    const tells = async (wrong: string, right: string) => {
      await sql(owner, wrong, [ofOther]);
      expect((await open(browser, link)).code).toBe('private_link_ended');
      await sql(owner, right, [ofOther]);
      expect((await open(browser, link)).code).toBeUndefined();
    };
    await tells(
      "update artist_tracks set held_until = now() + interval '1 day' where id = $1",
      'update artist_tracks set held_until = null where id = $1',
    );
    await tells(
      'update users set suspended_at = now() from artist_tracks where artist_tracks.id = $1 and artist_id = users.id',
      'update users set suspended_at = null from artist_tracks where artist_tracks.id = $1 and artist_id = users.id',
    );
    await tells(
      "update artist_tracks set status = 'taken_down' where id = $1",
      "update artist_tracks set status = 'active' where id = $1",
    );
    await other.get(api.tracks.deleteTrack, { params: { trackId: ofOther } });
    expect((await open(browser, link)).code).toBe('private_link_ended');
  });

  test('everyone once its track, which a guest reported, is taken down, until the takedown is reversed', async () => {
    const admin = await earshot.signIn({ admin: true });
    const { id: reported } = await aTrack(earshot.testDatabase.ownerDatabase, { artistId: artist.userId });
    await sql(
      earshot.testDatabase.ownerDatabase,
      'update profiles set is_private = true where user_id = $1',
      [artist.userId],
    );
    const [one, other, ended] = [
      await aPrivateLink(artist, reported),
      await aPrivateLink(artist, reported),
      await aPrivateLink(artist, reported),
    ];
    await change(ended, { isRevoked: true });
    const report = (thing: string) =>
      earshot.nobody.call(api.reports.reportCopyright, {
        body: { trackId: thing, name: 'Kim', email: 'kim@example.org', statement: 'I recorded it in 2019.' },
      });
    // Nobody learns of a link that has ended, or of a track that is not public, from this call.
    for (const unseen of [ended.address, randomUUID(), reported, one.id])
      expect((await report(unseen)).code).toBe('not_found');
    expect((await report(one.address)).status).toBe(201);
    expect((await report(other.address)).status).toBe(201);
    const { items } = await admin.get(api.reports.listReports, { query: { view: 'open' } });
    expect(items).toMatchObject([{ thingId: reported, reportCount: 1 }]);
    const { takedownId } = await admin.get(api.reports.takeDown, {
      body: { kind: 'track', thingId: reported, reason: 'copyright', sentence: 'It is a recording by Kim.' },
    });
    for (const link of [one, other]) {
      expect(await codeOfOpen(link)).toBe('private_link_ended');
      expect((await report(link.address)).code).toBe('not_found');
    }
    await admin.get(api.reports.restore, {
      params: { takedownId },
      body: { as: 'mistake', sentence: 'It is another recording.' },
    });
    for (const link of [one, other]) expect(await codeOfOpen(link)).toBeUndefined();
    expect(await codeOfOpen(ended)).toBe('private_link_ended');
    await sql(
      earshot.testDatabase.ownerDatabase,
      'update profiles set is_private = false where user_id = $1',
      [artist.userId],
    );
  });

  test('reports, marks and texts of a browser that has not opened it, and of another link’s device', async () => {
    const link = await aPrivateLink(artist, trackId);
    const elsewhere = aBrowser(earshot);
    await openLink(elsewhere, await aPrivateLink(artist, trackId));
    for (const browser of [elsewhere, aBrowser(earshot), earshot.nobody]) {
      const asked = [
        browser.call(api.circle.reportGuestListening, {
          ...at(link),
          body: { event: 'start', positionSeconds: 0, playing: true },
        }),
        browser.call(api.circle.markGuestMoment, { ...at(link), body: { kind: 'love', atSecond: 3 } }),
        browser.call(api.circle.unmarkGuestMoment, { ...at(link), body: { kind: 'love', atSecond: 3 } }),
        browser.call(api.circle.saveGuestResponse, { ...at(link), body: { name: 'Mo', stars: 1, line: '' } }),
        browser.call(api.circle.removeGuestResponse, at(link)),
      ];
      for (const { code } of await Promise.all(asked)) expect(code).toBe('not_found');
    }
    expect(await linkNow(link)).toMatchObject({ devices: [] });
  });

  test('to be read, made or changed by another artist', async () => {
    const link = await aPrivateLink(artist, trackId);
    const other = await earshot.signIn({ userType: 'artist' });
    expect((await change(link, { name: 'Mine' }, other)).code).toBe('not_found');
    expect((await other.call(api.circle.listPrivateLinks, { params: { trackId } })).code).toBe('not_found');
    const made = { params: { trackId }, body: { name: 'Mine' }, idempotencyKey: randomUUID() };
    expect((await other.call(api.circle.createPrivateLink, made)).code).toBe('not_found');
  });
});

describe('an artist', () => {
  test('creates one link by a request that is sent twice, and at most 50 for a track', async () => {
    const ofMany = (await aTrack(earshot.testDatabase.ownerDatabase, { artistId: artist.userId })).id;
    const sent = { params: { trackId: ofMany }, body: { name: 'Friends' }, idempotencyKey: randomUUID() };
    const first = await artist.call(api.circle.createPrivateLink, sent);
    const again = await artist.call(api.circle.createPrivateLink, sent);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.answer?.id).toBe(first.answer?.id);
    await sql(
      earshot.testDatabase.ownerDatabase,
      `insert into private_links (track_id, artist_id, name, created_at, expires_at, device_limit, shows_title)
       select track_id, artist_id, name, created_at, expires_at, 1, false from private_links, generate_series(1, 49)
        where track_id = $1`,
      [ofMany],
    );
    const more = await artist.call(api.circle.createPrivateLink, { ...sent, idempotencyKey: randomUUID() });
    expect(more.code).toBe('private_links_limit');
    expect(await links(ofMany)).toHaveLength(50);
  });

  test('sees what each device opened, heard and left, and the guest can take it back', async () => {
    const link = await aPrivateLink(artist, trackId, { name: 'Producer' });
    const [phone, laptop] = [aBrowser(earshot), aBrowser(earshot)];
    expect(await openLink(phone, link)).toMatchObject({ title: 'Unheard', artistName: 'Bea' });
    await playByLink(earshot, phone, link, 30, true);
    await phone.get(api.circle.markGuestMoment, { ...at(link), body: { kind: 'love', atSecond: 12 } });
    const near = { ...at(link), body: { kind: 'love', atSecond: 14 } } as const;
    expect((await phone.call(api.circle.markGuestMoment, near)).code).toBe('marked_already');
    await phone.get(api.circle.saveGuestResponse, {
      ...at(link),
      body: { name: ' Mo ', stars: 4, line: 'The bass is too loud.' },
    });
    await openLink(laptop, link);
    await playByLink(earshot, laptop, link, 10);
    const opened = await openLink(phone, link);
    expect(opened.response).toEqual({
      name: 'Mo',
      stars: 4,
      line: 'The bass is too loud.',
      moments: [{ kind: 'love', atSecond: 12 }],
    });
    expect(await linkNow(link)).toMatchObject({
      devices: [
        { number: 1, name: 'Mo', opens: 2, heardSeconds: 30, heardToEnd: true, stars: 4 },
        { number: 2, name: null, opens: 1, heardSeconds: 10, heardToEnd: false, stars: null },
      ],
    });
    const verdict = await artist.get(api.verdict.readVerdict, { params: { trackId } });
    expect(verdict.circle).toMatchObject({ heardToEnd: 1, stars: { mean: 4, count: 1 } });
    await change(link, { isRevoked: true });
    await phone.get(api.circle.removeGuestResponse, at(link));
    expect((await linkNow(link))?.devices[0]).toMatchObject({
      name: null,
      stars: null,
      line: null,
      moments: [],
    });
  });

  test('sees no more seconds than the server’s clock allows', async () => {
    const link = await aPrivateLink(artist, trackId);
    const browser = aBrowser(earshot);
    await openLink(browser, link);
    const report = (event: 'start' | 'beat' | 'end', positionSeconds: number) =>
      browser.get(api.circle.reportGuestListening, {
        ...at(link),
        body: { event, positionSeconds, playing: event !== 'end' },
      });
    await report('start', 0);
    earshot.clock.advance(3);
    await report('beat', 29);
    await report('end', 30);
    expect((await linkNow(link))?.devices[0]?.heardSeconds).toBeLessThanOrEqual(6);
  });

  test('deletes with the track what its guests left', async () => {
    const gone = (await aTrack(earshot.testDatabase.ownerDatabase, { artistId: artist.userId })).id;
    const link = await aPrivateLink(artist, gone);
    const browser = aBrowser(earshot);
    await openLink(browser, link);
    await browser.get(api.circle.saveGuestResponse, {
      ...at(link),
      body: { name: 'Mo', stars: 5, line: 'Yes' },
    });
    await browser.get(api.circle.markGuestMoment, { ...at(link), body: { kind: 'skip', atSecond: 1 } });
    await artist.get(api.tracks.deleteTrack, { params: { trackId: gone } });
    const left = await sqlRow(
      earshot.testDatabase.ownerDatabase,
      `select count(name) + count(line) + count(stars) + (select count(*) from guest_moments m
         join guests g on g.id = m.guest_id where g.link_id = $1) as things from guests where link_id = $1`,
      [link.id],
    );
    expect(left).toEqual({ things: 0 });
  });
});
