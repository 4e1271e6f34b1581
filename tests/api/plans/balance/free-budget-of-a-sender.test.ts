import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { openLots } from '#server/plans/balance/open-lots.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

// $20 pay for some uploads a month, and a tenth of a day's share for less than one.
const smallBudget = { FREE_BUDGET_LEAST_CENTS: '2000', TRUSTED_PROXIES: '127.0.0.1' };

let earshot: Earshot;
beforeEach(async () => {
  earshot = await startEarshot(smallBudget, { startsAt: fixedStart });
});
afterEach(() => earshot.close());

const upload = async (address: string) => {
  const artist = await earshot.signIn({ userType: 'artist' }, address);
  const uploadId = randomUUID();
  expect((await artist.upload(anMp3({ seconds: 61, mark: uploadId }), uploadId)).ok).toBe(true);
  const body = { uploadId, title: 'Night Bus', genre: 'indie' } as const;
  await artist.get(api.tracks.createTrack, { body });
  const lot = 'select waits_for_budget as waits, opens_at from review_lots where artist_id = $1';
  const { waits, opens_at: opensAt } = await sqlRow(owner(), lot, [artist.userId]);
  return { waits, opensAt: dayOf(opensAt) };
};
const owner = () => earshot.testDatabase.ownerDatabase;
const dayOf = (at: unknown) => (at instanceof Date ? at.toISOString().slice(0, 10) : at);
const open = { waits: false, opensAt: '2030-05-15' };
const opened = async () => (await sql(owner(), 'select from review_lots where not waits_for_budget')).length;

test.each([
  ['IPv6 /48', (i: number) => `2001:db8:7:${i}00::1`],
  ['IPv4 /24', (i: number) => `203.0.113.${i}`],
])(
  'one %s gets one free upload a day from a small budget, also at once, and others are still served',
  async (_, of) => {
    const all = await Promise.all(Array.from({ length: 6 }, (_each, i) => upload(of(i + 1))));
    expect(all.filter(({ waits }) => waits === false)).toEqual([open]);
    expect(all.map(({ opensAt }) => opensAt).toSorted()).toEqual(
      [15, 16, 17, 18, 19, 20].map((day) => `2030-05-${day}`),
    );
    expect(await upload('198.51.100.4')).toEqual(open);
    expect(await upload('2001:db8:8::4')).toEqual(open);
  },
);

test('the waiting reviews of a network open one upload a day, and keep their days apart when the budget is spent', async () => {
  for (let i = 1; i < 5; i += 1) await upload(`203.0.113.${i}`);
  expect(await opened()).toBe(1);
  earshot.clock.advance(86_400);
  await openLots(earshot.deps);
  expect(await opened()).toBe(2);
  await sql(owner(), 'update free_budgets set budget_cents = 0');
  earshot.clock.advance(2 * 86_400);
  await openLots(earshot.deps);
  expect(await opened()).toBe(2);
  const waiting = await sql(
    owner(),
    'select opens_at from review_lots where waits_for_budget order by opens_at',
  );
  expect(waiting.map(({ opens_at: at }) => dayOf(at))).toEqual(['2030-06-17', '2030-06-18']);
});

test('a large budget gives a network a tenth of a day’s share', async () => {
  await earshot.close();
  earshot = await startEarshot(
    { ...smallBudget, FREE_BUDGET_LEAST_CENTS: '100000' },
    { startsAt: fixedStart },
  );
  const all = [];
  for (let i = 1; i < 8; i += 1) all.push(await upload(`203.0.113.${i}`));
  const served = all.filter(({ waits }) => waits === false).length;
  // $1000 over 31 days: $3.22 a day for a network.
  expect(served).toBeGreaterThan(1);
  expect(served).toBeLessThan(7);
});
