import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { momentKinds } from '#contract/music/tracks/moment-kinds.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { aBrowser, aPrivateLink, openLink } from '#tests/support/people/guests.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aReview, aTrack } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let artist: ApiUser;
let listener: ApiUser;
let admin: ApiUser;
let trackIds: string[];

beforeAll(async () => {
  earshot = await startEarshot();
  const db = earshot.testDatabase.ownerDatabase;
  artist = await earshot.signIn({ userType: 'artist' });
  listener = await earshot.signIn({ userType: 'listener' });
  admin = await earshot.signIn({ admin: true });
  const tracks = await Promise.all([0, 1, 2].map(() => aTrack(db, { artistId: artist.userId })));
  trackIds = tracks.map(({ id }) => id);
  for (const track of tracks) for (let i = 0; i < 3; i += 1) await aReview(db, { track });
  await earnedBy(earshot, listener.userId, 2);
  await earshot.runJobs();
});
afterAll(() => earshot.close());

/** Every figure that is paid, promised, compared or shown. */
async function figures(): Promise<Record<string, unknown>> {
  const ofTracks = await Promise.all(
    trackIds.map(async (trackId) => {
      const params = { trackId };
      const { circle: _, ...verdict } = await artist.get(api.verdict.readVerdict, { params });
      return {
        verdict,
        analytics: await artist.get(api.reviews.readAnalytics, { query: { trackId } }),
        listeners: await artist.get(api.listening.listTrackListeners, { params, query: {} }),
        unpaid: await artist.get(api.listening.listUnpaidAnswers, { params, query: {} }),
        shown: await earshot.nobody.get(api.discovery.readPublicTrack, { params }),
      };
    }),
  );
  const artistId = { body: { artistId: artist.userId } };
  return {
    ofTracks,
    lines: await artist.get(api.verdict.listVerdicts, { body: { trackIds } }),
    own: await artist.get(api.tracks.listOwnTracks, { query: {} }),
    balance: await artist.get(api.balance.readReviewBalance, {}),
    discovery: await earshot.nobody.get(api.discovery.readDiscovery, { query: {} }),
    artistPage: await earshot.nobody.get(api.discovery.getPublicArtistProfile, artistId),
    artistTracks: await earshot.nobody.get(api.discovery.getPublicArtistTracks, artistId),
    pay: await earshot.nobody.get(api.reviews.readPay, {}),
    standing: await listener.get(api.standing.readStanding, {}),
    wallet: await listener.get(api.wallet.readWallet, {}),
    stats: await listener.get(api.reviews.readReviewStats, {}),
    platform: await admin.get(api.admin.readPlatformStats, {}),
    founder: await admin.get(api.admin.readFounderFigures, { query: {} }),
    books: await admin.get(api.books.readBooks, {}),
    queue: await sql(
      earshot.testDatabase.ownerDatabase,
      'select id, has_places, queue_rank, queue_at, play_count, review_count, rating_sum from artist_tracks order by id',
    ),
    rows: await sql(
      earshot.testDatabase.ownerDatabase,
      `select (select count(*) from leases) as leases, (select count(*) from play_events) as plays,
         (select count(*) from moments) as moments, (select count(*) from stays) as stays,
         (select count(*) from delivered_audio) as delivered, (select count(*) from reviews) as reviews`,
    ),
  };
}

test('guests on every track, with stars, lines, marks and whole plays, change no figure but their own', async () => {
  // The first look queues the verdicts.
  await figures();
  await earshot.runJobs();
  const before = await figures();
  for (const trackId of trackIds) {
    const link = await aPrivateLink(artist, trackId, { deviceLimit: 100 });
    const params = { address: link.address };
    for (let guest = 0; guest < 10; guest += 1) {
      const browser = aBrowser(earshot);
      await openLink(browser, link);
      const report = (event: 'start' | 'end', positionSeconds: number) =>
        browser.get(api.circle.reportGuestListening, {
          params,
          body: { event, positionSeconds, playing: event === 'start' },
        });
      await report('start', 0);
      await report('end', 120);
      for (const kind of momentKinds)
        await browser.get(api.circle.markGuestMoment, { params, body: { kind, atSecond: 40 } });
      const left = { name: `Guest ${guest}`, stars: 1, line: 'Not for me.' };
      await browser.get(api.circle.saveGuestResponse, { params, body: left });
    }
  }
  await sql(earshot.testDatabase.ownerDatabase, "update guests set heard = '{[0,120)}', played_ms = 120000");
  await earshot.runJobs();
  expect(await figures()).toEqual(before);
  const { circle } = await artist.get(api.verdict.readVerdict, { params: { trackId: trackIds[0] ?? '' } });
  expect(circle).toMatchObject({ devices: 10, heardToEnd: 10, stars: { mean: 1, count: 10 } });
  expect(circle?.moments).toHaveLength(30);
});
