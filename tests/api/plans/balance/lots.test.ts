import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { grantTrial } from '#server/plans/subscriptions/grant-for-tests.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { sql } from '#tests/support/world/sql.ts';
import { AnArtist } from './an-artist.ts';

let earshot: Earshot;
let artist: AnArtist;
beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
});
afterAll(() => earshot.close());
beforeEach(async () => {
  artist = await AnArtist.enter(earshot);
});

const lots = () =>
  artist.rows(`select source, reviews, left_in(lot) as "left" from review_lots lot where artist_id = $1
    order by created_at, opens_at, reviews desc`);
const dated = async (trackId: string) =>
  (await artist.track(trackId)).assignments.map((given) => [
    given.reviews,
    given.promisedAt === null ? 0 : given.dated,
  ]);

describe('reviews are taken', () => {
  test('from the lot that expires first, and what is left in it expires', async () => {
    await artist.pack();
    await artist.plan('basic');
    const trackId = await artist.upload({ reviews: 12 });
    expect(await lots()).toMatchObject([
      { source: 'plan', left: 8 },
      { source: 'pack', left: 10 },
      { source: 'plan', left: 20 },
    ]);
    await artist.wait(30);
    expect(await artist.left()).toBe(10);
    expect((await artist.track(trackId)).openPlaces).toBe(12);
    // What returns to an expired lot is gone.
    expect((await artist.takeBack(trackId, 12)).answer).toEqual({ takenBack: 12, left: 10 });
    expect((await artist.add(trackId, 11)).code).toBe('too_few_reviews');
  });

  test('from an expired lot for a new version, which gets what its former one had', async () => {
    await artist.plan('basic');
    const trackId = await artist.upload({ reviews: 10 });
    await artist.wait(31);
    await artist.pack();
    const version = await artist.upload({ reviews: 3, newVersionOf: { trackId, takesBack: true } });
    expect((await artist.track(trackId)).openPlaces).toBe(0);
    expect((await artist.track(version)).openPlaces).toBe(13);
    expect(await artist.left()).toBe(7);
  });

  test('with a date for those never assigned before, and without one when they are assigned again', async () => {
    await artist.pack();
    earshot.clock.advance(1);
    const trackId = await artist.upload({ reviews: 0 });
    await artist.supply();
    earshot.clock.advance(1);
    await artist.add(trackId, 4);
    expect(await dated(trackId)).toEqual([[4, 4]]);
    await artist.takeBack(trackId, 3);
    expect(await dated(trackId)).toEqual([[1, 1]]);
    earshot.clock.advance(1);
    await artist.add(trackId, 10);
    expect(await dated(trackId)).toContainEqual([9, 6]);
    await artist.takeBack(trackId, 10);
    expect(await dated(trackId)).toEqual([[1, 1]]);
    await artist.takeBack(trackId, 1);
    expect(await dated(trackId)).toEqual([]);
    earshot.clock.advance(1);
    await artist.add(trackId, 10);
    expect(await dated(trackId)).toMatchObject([[10, 0]]);
  });
});

describe('of the first payment', () => {
  test('20 reviews open at once, and the rest after the 7 days in which it may be refunded', async () => {
    await artist.plan('basic');
    expect(await artist.balance()).toMatchObject({
      left: 20,
      next: { reviews: 20, opensAt: artist.day(7).toISOString(), isCertain: true },
    });
    await artist.wait(6.99);
    expect(await artist.left()).toBe(20);
    await artist.wait(0.01);
    expect(await artist.left()).toBe(40);
    await artist.wait(23);
    await artist.plan('basic');
    expect(await artist.left()).toBe(40);
  });

  test('20 open in all, also with an upgrade on the first day', async () => {
    await artist.plan('basic');
    await artist.upload({ reviews: 15 });
    await artist.wait(1 / 24);
    await artist.plan('pro');
    expect(await artist.left()).toBe(5);
    expect((await artist.balance()).next).toMatchObject({ reviews: 80 });
    await artist.wait(7);
    expect(await artist.left()).toBe(85);
  });

  test('20 of a plan that is bought again within these days', async () => {
    await artist.reversal(await artist.plan('basic'), 'succeeded');
    expect(await artist.left()).toBe(0);
    await artist.rows("update artist_subscriptions set billing_subscription_id = 'again' where user_id = $1");
    await artist.plan('basic');
    expect(await artist.left()).toBe(20);
    await artist.wait(7);
    expect(await artist.left()).toBe(40);
  });

  test('as many open after a pack, which opens as a whole and does not count', async () => {
    await artist.pack();
    await artist.plan('pro');
    expect(await artist.left()).toBe(30);
    await artist.pack('twenty');
    expect(await artist.left()).toBe(50);
  });
});

describe('before a plan is bought, it is said', () => {
  const opensAtOnce = async () => (await artist.user.get(api.balance.forecastOffers, {})).opensAtOnce;

  test('that 20 reviews open at once, as long as that is so', async () => {
    expect(await opensAtOnce()).toBe(20);
    await artist.plan('basic');
    await artist.wait(6);
    // The 20 that open at once are there: what an upgrade adds opens with the rest.
    expect(await opensAtOnce()).toBe(0);
    await artist.wait(1);
    expect(await opensAtOnce()).toBeNull();
  });
});

describe('of a trial', () => {
  test('come no reviews before it ends', async () => {
    await grantTrial(earshot.deps, artist.id);
    expect(await artist.balance()).toMatchObject({ left: 60, next: null });
    await artist.wait(60);
    expect(await artist.balance()).toMatchObject({ left: 60, next: null });
  });

  test('none count as opened of a plan that is bought then', async () => {
    await grantTrial(earshot.deps, artist.id);
    await sql(earshot.testDatabase.ownerDatabase, 'delete from artist_subscriptions where user_id = $1', [
      artist.id,
    ]);
    await artist.plan('basic');
    expect(await artist.left()).toBe(60 + 20);
  });
});

test('the next reviews are those of the plan that the artist has changed to', async () => {
  await artist.plan('pro');
  await artist.wait(8);
  await artist.rows("update artist_subscriptions set next_plan = 'basic' where user_id = $1");
  expect((await artist.balance()).next).toMatchObject({ reviews: 40, opensAt: artist.day(22).toISOString() });
});

describe('the highest plan of a period counts once', () => {
  const inSecondPeriod = async (plan: 'basic' | 'pro') => {
    await artist.plan(plan);
    await artist.wait(30);
    await artist.plan(plan);
  };

  test('an upgrade adds the difference by the days left, however often it is told', async () => {
    await inSecondPeriod('basic');
    expect(await artist.left()).toBe(40);
    await artist.wait(15);
    await artist.plan('pro');
    await Promise.all([artist.tellPlan(), artist.tellPlan()]);
    expect(await artist.left()).toBe(70);
    await artist.plan('unlimited');
    expect(await artist.left()).toBe(70 + Math.round(105 / 2));
  });

  test('a downgrade takes nothing, and the way back adds nothing', async () => {
    await inSecondPeriod('pro');
    await artist.plan('basic');
    expect(await artist.left()).toBe(100);
    await artist.wait(10);
    await artist.plan('pro');
    expect(await artist.left()).toBe(100);
    await artist.wait(20);
    await artist.plan('basic');
    expect(await artist.left()).toBe(40);
  });
});

test('what a test account assigns and takes back counts in nobody’s forecast', async () => {
  const owner = earshot.testDatabase.ownerDatabase;
  await artist.supply();
  await artist.pack();
  await sql(owner, 'update users set is_test = true where id = $1', [artist.id]);
  const trackId = await artist.upload({ reviews: 8 });
  await artist.takeBack(trackId, 3);
  await artist.upload({ reviews: 2, newVersionOf: { trackId, takesBack: true } });
  expect(await sql(owner, 'select open_places from queue_supply')).toEqual([
    { open_places: [0, 0, 0, 0, 0] },
  ]);
});

test('a pack is valid for 12 months and brings its reviews once, however often it is told', async () => {
  const paymentId = await artist.pack();
  await Promise.all([artist.tellPack(paymentId, 10), artist.tellPack(paymentId, 10)]);
  expect(await artist.left()).toBe(10);
  await artist.wait(364);
  expect(await artist.left()).toBe(10);
  await artist.wait(1);
  expect(await artist.left()).toBe(0);
  expect(await artist.next()).toMatchObject({ creditsRemaining: 1 });
});
