import { beforeEach, describe, expect, test } from 'vitest';
import { openLots } from '#server/plans/balance/open-lots.ts';
import { type Earshot, fixedStart } from '#tests/support/world/earshot.ts';
import { sharedEarshot } from '#tests/support/world/shared-earshot.ts';
import { sql } from '#tests/support/world/sql.ts';
import { AnArtist } from './an-artist.ts';

// $2.50 pay for two free uploads a month, at 25 cents for each of five reviews.
const smallBudget = { FREE_BUDGET_LEAST_CENTS: '250', TRUSTED_PROXIES: '127.0.0.1' };

const shared = sharedEarshot(smallBudget, { startsAt: fixedStart });
let earshot: Earshot;
beforeEach(() => {
  earshot = shared();
});

const owner = () => earshot.testDatabase.ownerDatabase;
let network = 0;
/** Each from a network of its own unless an address is given. */
const ownNetwork = () => {
  network += 1;
  return `10.${network}.1.1`;
};
const anArtist = (address = ownNetwork()) => AnArtist.enter(earshot, address);
async function uploaded(address?: string): Promise<AnArtist> {
  const artist = await anArtist(address);
  earshot.clock.advance(1);
  await artist.upload();
  return artist;
}
const lot = async (artist: AnArtist) =>
  (await artist.rows('select opens_at, waits_for_budget from review_lots where artist_id = $1'))[0];
const opensAt = async (artist: AnArtist) => {
  const { opens_at: at, waits_for_budget: waits } = (await lot(artist)) ?? {};
  return waits ? (at instanceof Date ? at.toISOString().slice(0, 10) : undefined) : 'open';
};
const waitUntil = async (moment: string) => {
  earshot.clock.advance((Date.parse(moment) - earshot.clock.now().getTime()) / 1000);
  await openLots(earshot.deps);
};

describe('the month’s budget', () => {
  test('pays for two uploads, and the next waits for the next month, said before', async () => {
    const first = await uploaded();
    await uploaded();
    const third = await anArtist();
    expect(await third.next()).toMatchObject({
      canUpload: true,
      assigns: 0,
      balance: { left: 0, next: { reviews: 5, opensAt: '2030-06-01T00:00:00.000Z', isCertain: false } },
    });
    const trackId = await third.upload();
    expect(await third.track(trackId)).toMatchObject({ openPlaces: 0, assignments: [] });
    expect(await opensAt(first)).toBe('open');
    expect(await opensAt(third)).toBe('2030-06-01');
    expect(await third.next()).toMatchObject({
      balance: { next: { reviews: 5, opensAt: '2030-06-01T00:00:00.000Z', isCertain: false } },
    });
  });

  test('opens those that wait in the order of their uploads, and the rest a month later', async () => {
    const all = [];
    for (let i = 0; i < 5; i += 1) all.push(await uploaded());
    await waitUntil('2030-06-01T00:00:10Z');
    await Promise.all([openLots(earshot.deps), openLots(earshot.deps)]);
    expect(await Promise.all(all.map(opensAt))).toEqual(['open', 'open', 'open', 'open', '2030-07-01']);
    // Who comes now stands behind those who wait.
    const later = await uploaded();
    expect(await opensAt(later)).toBe('2030-07-01');
    await waitUntil('2030-07-01T00:00:10Z');
    expect(await opensAt(later)).toBe('open');
  });

  test('is not overspent by uploads at the same time', async () => {
    const artists = await Promise.all(Array.from({ length: 6 }, () => anArtist()));
    await Promise.all(artists.map((artist) => artist.upload()));
    const all = await Promise.all(artists.map(opensAt));
    expect(all.filter((at) => at === 'open')).toHaveLength(2);
  });

  test('is not spent by test and sample accounts', async () => {
    for (let i = 0; i < 3; i += 1) {
      const artist = await anArtist();
      await sql(owner(), 'update users set is_test = true where id = $1', [artist.id]);
      await artist.upload();
      expect(await artist.left()).toBe(0);
      expect(await opensAt(artist)).toBe('open');
    }
    expect(await opensAt(await uploaded())).toBe('open');
    expect(await opensAt(await uploaded())).toBe('open');
  });

  test('goes to others if an account that waits is suspended or gone', async () => {
    const [, , waiting] = [await uploaded(), await uploaded(), await uploaded()];
    await sql(owner(), 'update users set suspended_at = now() where id = $1', [waiting.id]);
    await waitUntil('2030-06-01T00:00:10Z');
    expect(await opensAt(await uploaded())).toBe('open');
    expect(await opensAt(waiting)).toBe('2030-06-01');
  });
});

test('free reviews that open are valid for 12 months, have no date and come last in the queue', async () => {
  const artist = await anArtist();
  await artist.supply();
  const trackId = await artist.upload();
  const { assignments } = await artist.track(trackId);
  expect(assignments).toMatchObject([{ reviews: 5, openPlaces: 5, promisedAt: null, dated: 0 }]);
  const stored = 'select queue_rank from artist_tracks where id = $1';
  expect(await sql(owner(), stored, [trackId])).toEqual([{ queue_rank: 0 }]);
  await artist.takeBack(trackId, 5);
  expect((await artist.balance()).lots).toMatchObject([
    { source: 'free', left: 5, expiresAt: expect.stringMatching(/^2031-05-15/) },
  ]);
});

test('an upload that came with a pack brings no free reviews', async () => {
  const artist = await anArtist();
  await artist.upload();
  await artist.pack();
  await artist.upload();
  expect(await artist.rows("select from review_lots where artist_id = $1 and source = 'free'")).toHaveLength(
    1,
  );
});
