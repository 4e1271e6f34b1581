import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BilledArtist, prices } from '#tests/support/people/billed-artist.ts';

// Notices come late, twice and in any order, among the artist's own uploads.

let artist: BilledArtist;
beforeAll(async () => {
  artist = await BilledArtist.start();
});
afterAll(() => artist.close());

/** A subscription that is paid at Stripe, and of which Earshot has not been told. */
function untold(price: keyof typeof prices): string {
  const { stripe, earshot, user } = artist;
  earshot.clock.advance(5);
  const subscription = stripe.subscribe({ userId: user.userId, price, now: artist.now });
  stripe.pay(subscription, prices[price], artist.now);
  return subscription;
}

const upload = (version?: { trackId: string; movesPlaces: boolean }) => {
  artist.earshot.clock.advance(1);
  return artist.upload(version);
};

async function uploadVersion(): Promise<void> {
  const [track] = await artist.rows(
    'select id from artist_tracks where artist_id = $1 and review_target > 0 order by created_at desc limit 1',
  );
  if (track) await upload({ trackId: String(track.id), movesPlaces: true });
}

const acts = [
  'tell b',
  'tell c',
  'version',
  'version',
  'version',
  'upload',
  'dispute a',
  'dispute a',
  'tell a',
];

/** Places that the tracks have, and reviews that are taken of allowances which count for themselves. */
const sums = async () => {
  const [found] = await artist.rows(
    `select (select coalesce(sum(review_target), 0)::integer from artist_tracks
              where artist_id = $1 and waits_for is null and places_from = 'plan') as places,
            (select coalesce(sum(taken), 0)::integer from review_allowances
              where artist_id = $1 and carried_to is null) as taken`,
  );
  return found;
};

test('whatever comes first, the reviews taken of an artist’s plans are the places of their tracks', async () => {
  const order = fc.shuffledSubarray(acts, { minLength: acts.length });
  await fc.assert(
    fc.asyncProperty(order, fc.boolean(), fc.boolean(), async (wanted, isAtOnce, hasEnded) => {
      await artist.enter();
      const a = await artist.buy('price_unlimited');
      await upload();
      await upload();
      if (hasEnded) await artist.end(a.subscription);
      const b = untold('price_unlimited');
      const c = untold('price_unlimited');
      const make: Readonly<Record<string, () => Promise<unknown>>> = {
        'tell a': () => artist.change(a.subscription),
        'tell b': () => artist.tellPaid(b),
        'tell c': () => artist.tellPaid(c),
        'dispute a': () => artist.dispute(a.charge),
        upload: () => upload(),
        version: uploadVersion,
      };
      const calls = wanted.map((act) => make[act] ?? (() => Promise.reject(new Error(act))));
      if (isAtOnce) await Promise.all(calls.map((call) => call()));
      else for (const call of calls) await call();
      for (const subscription of [c, a.subscription, b]) await artist.change(subscription);
      const { places, taken } = { ...(await sums()) };
      expect(taken).toBe(places);
      expect(artist.ended(b)).toBe('credited');
      expect(artist.ended(c)).toBeUndefined();
      expect(await artist.status()).toMatchObject({ plan: 'unlimited', pausedFor: null });
    }),
    { numRuns: 12 },
  );
});
