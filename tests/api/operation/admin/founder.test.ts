import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { figuresByHand } from './founder-by-hand.ts';
import { Play, steps } from './founder-play.ts';

let earshot: Earshot;
let admin: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
  admin = await earshot.signIn({ admin: true });
});
afterAll(() => earshot.close());

const now = () => earshot.clock.now();
const figures = (samples?: 'with') =>
  admin.get(api.admin.readFounderFigures, { query: samples ? { samples } : {} });

test('an empty platform shows zeros and invents nothing', async () => {
  const { days, ...rest } = await figures();
  expect(rest).toEqual({
    plans: { paidCents: 0, feeCents: 0, refundCents: 0, disputeCents: 0, receivedCents: 0 },
    owed: { availableCents: 0, pendingCents: 0, onTheWayCents: 0, owedBackCents: 0 },
    payoutCostCents: 0,
    open: { places: 0, pendingReviews: 0, mostCents: 0 },
    bySold: [],
    byArtist: [],
    listeners: 0,
    reviewsPerListener: null,
    daysToFill: null,
    sentReviews: 0,
    doubts: [],
    oldestPayout: null,
  });
  expect(days).toHaveLength(14);
  expect(days.at(-1)).toEqual({ day: now().toISOString().slice(0, 10), places: 0, approved: 0 });
});

test('after random activity every figure matches the ledger, the billing notices and the tracks, with samples and without', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(some(40, 90), some(15, 30), async (taken, takenBySamples) => {
      const play = await Play.begin(earshot, admin.userId, false);
      for (const step of taken) await play.step(step);
      const shown = await figures();
      for (const [figure, value] of Object.entries(flat(shown)))
        if (value !== 0 && value !== null) seen.add(figure);
      expect(shown).toEqual(await figuresByHand(earshot, false));
      const samples = await Play.begin(earshot, admin.userId, true);
      for (const step of takenBySamples) await samples.step(step);
      expect(await figures()).toEqual(await figuresByHand(earshot, false));
      const withSamples = await figures('with');
      expect(withSamples).toEqual(await figuresByHand(earshot, true));
      expect(withSamples.plans.paidCents).toBeGreaterThan(shown.plans.paidCents);
    }),
    { numRuns: 8, seed: 18, endOnFailure: true },
  );
  // A figure that was nothing all the time has been compared with nothing.
  expect(Object.keys(flat(await figures())).filter((figure) => !seen.has(figure))).toEqual([]);
}, 300_000);

const some = (minLength: number, maxLength: number) => fc.array(steps, { minLength, maxLength, size: 'max' });

/** The single figures, and lists by their length. */
const flat = (shown: Awaited<ReturnType<typeof figures>>): Record<string, number | string | null> => {
  const { plans, owed, open, bySold, byArtist, days, doubts, oldestPayout, ...rest } = shown;
  return {
    ...plans,
    ...owed,
    places: open.places,
    pendingReviews: open.pendingReviews,
    mostCents: open.mostCents,
    ...rest,
    bySold: bySold.length,
    byArtist: byArtist.length,
    asked: days.reduce((sum, day) => sum + day.places, 0),
    approved: days.reduce((sum, day) => sum + day.approved, 0),
    doubts: doubts.length,
    oldestPayout: oldestPayout?.userId ?? null,
  };
};
