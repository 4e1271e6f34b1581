import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { openLots } from '#server/plans/balance/open-lots.ts';
import { grantTrial } from '#server/plans/subscriptions/grant-for-tests.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
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

const assigned = async (trackId: string) => (await artist.track(trackId)).openPlaces;
const mails = () =>
  artist.rows(`select subject from outbox join users person on outbox.recipient_address = person.email
    where person.id = $1 and subject like '%for your track%'`);

describe('an upload assigns', () => {
  test('the plan’s target, then what is left, and is accepted without any', async () => {
    await artist.plan('pro');
    expect(await artist.next()).toMatchObject({ assigns: 20, mostReviews: 20, balance: { left: 20 } });
    expect(await assigned(await artist.upload({ reviews: 8 }))).toBe(8);
    expect(await artist.next()).toMatchObject({ assigns: 12, mostReviews: 12 });
    expect(await assigned(await artist.upload())).toBe(12);
    expect(await artist.next()).toMatchObject({
      canUpload: true,
      assigns: 0,
      forecast: null,
      balance: { left: 0, next: { reviews: 80, opensAt: artist.day(7).toISOString(), isCertain: true } },
    });
    const empty = await artist.upload();
    expect(await artist.track(empty)).toMatchObject({ openPlaces: 0, assignments: [], reviewTarget: 0 });
  });

  test('all of a pack with its upload, after the free one', async () => {
    await artist.pack('twenty');
    expect(await artist.next()).toMatchObject({ source: 'credits', creditsRemaining: 2, assigns: 25 });
    expect(await assigned(await artist.upload({ reviews: 5 }))).toBe(5);
    expect(await artist.next()).toMatchObject({ source: 'credits', creditsRemaining: 1, assigns: 20 });
    expect(await assigned(await artist.upload())).toBe(20);
    expect((await artist.user.upload(anMp3())).status).toBe(409);
  });

  test('none if its artist says so, and never more than there are', async () => {
    await artist.pack();
    expect((await artist.create({ reviews: 16 })).code).toBe('too_few_reviews');
    expect(await assigned(await artist.upload({ reviews: 0 }))).toBe(0);
    expect(await artist.left()).toBe(15);
  });

  test('what the form forecasts, also where a free upload adds reviews to those of a plan', async () => {
    await artist.plan('basic');
    await artist.upload({ reviews: 3 });
    await artist.upload({ reviews: 3 });
    await artist.supply();
    earshot.clock.advance(1);
    const { assigns, forecast } = await artist.next();
    const trackId = await artist.upload();
    const { assignments } = await artist.track(trackId);
    expect(assignments).toMatchObject([{ reviews: assigns, dated: 5, promisedAt: forecast?.promisedAt }]);
    expect(forecast).toMatchObject({ reviews: 5, dated: 5 });
  });

  test('the last reviews once, of several uploads at the same time', async () => {
    await artist.plan('unlimited');
    const made = await Promise.all([1, 2, 3].map(() => artist.upload()));
    const all = await Promise.all(made.map(assigned));
    expect(all.sort()).toEqual([0, 0, 20]);
    expect(await artist.left()).toBe(0);
  });

  test('what a repeated request assigned, once', async () => {
    await artist.pack();
    const uploadId = await artist.stored();
    const body = { uploadId, title: 'Night Bus', genre: 'indie', reviews: 9 } as const;
    const create = () => artist.user.get(api.tracks.createTrack, { body });
    const [one, other] = await Promise.all([create(), create()]);
    expect(one.id).toBe(other.id);
    expect(await artist.left()).toBe(6);
  });
});

test('with one email an artist whose track has no reviews is told that they are here', async () => {
  await artist.plan('basic');
  await artist.upload({ reviews: 10 });
  await artist.upload({ reviews: 10 });
  await artist.upload({ reviews: 0 });
  await artist.wait(6.9);
  expect(await mails()).toEqual([]);
  await artist.wait(0.1);
  await Promise.all([openLots(earshot.deps), openLots(earshot.deps)]);
  expect(await mails()).toHaveLength(1);
  await artist.wait(1);
  expect(await mails()).toHaveLength(1);
  expect(await artist.left()).toBe(25);
});

test('an artist whose tracks all have reviews gets no email', async () => {
  await artist.plan('basic');
  await artist.upload();
  await artist.wait(7);
  expect(await artist.left()).toBe(30);
  expect(await mails()).toEqual([]);
});

test('the trial brings 60 reviews for its 90 days at once, and once', async () => {
  await grantTrial(earshot.deps, artist.id);
  expect(await artist.next()).toMatchObject({ assigns: 30, balance: { left: 60 } });
  await openLots(earshot.deps);
  await artist.wait(45);
  expect(await artist.left()).toBe(60);
  await artist.wait(46);
  expect(await artist.left()).toBe(0);
});
