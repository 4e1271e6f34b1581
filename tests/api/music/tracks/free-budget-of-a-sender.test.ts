import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { beginWaitingTracks } from '#server/music/tracks/begin-waiting-tracks.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { sql } from '#tests/support/world/sql.ts';

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
  const { waitsFor, beginsAt } = await artist.get(api.tracks.createTrack, { body });
  return { waitsFor, beginsAt };
};
const open = { waitsFor: null, beginsAt: null };
const begun = async () =>
  (await sql(earshot.testDatabase.ownerDatabase, 'select from artist_tracks where waits_for is null')).length;

test.each([
  ['IPv6 /48', (i: number) => `2001:db8:7:${i}00::1`],
  ['IPv4 /24', (i: number) => `203.0.113.${i}`],
])(
  'one %s gets one free upload a day from a small budget, also at once, and others are still served',
  async (_, of) => {
    const all = await Promise.all(Array.from({ length: 6 }, (_each, i) => upload(of(i + 1))));
    expect(all.filter(({ waitsFor }) => waitsFor === null)).toEqual([open]);
    expect(
      all
        .map(({ beginsAt }) => beginsAt)
        .toSorted()
        .slice(0, 5),
    ).toEqual([16, 17, 18, 19, 20].map((day) => `2030-05-${day}T00:00:00.000Z`));
    expect(await upload('198.51.100.4')).toEqual(open);
    expect(await upload('2001:db8:8::4')).toEqual(open);
  },
);

test('the waiting uploads of a network begin one a day, and keep their days apart when the budget is spent', async () => {
  for (let i = 1; i < 5; i += 1) await upload(`203.0.113.${i}`);
  expect(await begun()).toBe(1);
  earshot.clock.advance(86_400);
  await beginWaitingTracks(earshot.deps);
  expect(await begun()).toBe(2);
  await sql(earshot.testDatabase.ownerDatabase, 'update free_budgets set taken_cents = budget_cents');
  earshot.clock.advance(2 * 86_400);
  await beginWaitingTracks(earshot.deps);
  expect(await begun()).toBe(2);
  const waiting = await sql(
    earshot.testDatabase.ownerDatabase,
    'select begins_at from artist_tracks where waits_for is not null order by begins_at',
  );
  expect(waiting.map(({ begins_at: at }) => (at instanceof Date ? at.toISOString() : at))).toEqual([
    '2030-06-17T00:00:00.000Z',
    '2030-06-18T00:00:00.000Z',
  ]);
});

test('when the budget is spent, the uploads of a network wait for different days of the next month', async () => {
  await upload('203.0.113.1');
  await sql(earshot.testDatabase.ownerDatabase, 'update free_budgets set taken_cents = budget_cents');
  expect((await upload('198.51.100.1')).beginsAt).toBe('2030-06-01T00:00:00.000Z');
  earshot.clock.advance(86_400);
  expect((await upload('198.51.100.2')).beginsAt).toBe('2030-06-02T00:00:00.000Z');
  expect((await upload('192.0.2.1')).beginsAt).toBe('2030-06-01T00:00:00.000Z');
});

test('a large budget gives a network a tenth of a day’s share', async () => {
  await earshot.close();
  earshot = await startEarshot(
    { ...smallBudget, FREE_BUDGET_LEAST_CENTS: '100000' },
    { startsAt: fixedStart },
  );
  const all = [];
  for (let i = 1; i < 8; i += 1) all.push(await upload(`203.0.113.${i}`));
  const served = all.filter(({ waitsFor }) => waitsFor === null).length;
  // $1000 over 31 days: $3.22 a day for a network.
  expect(served).toBeGreaterThan(1);
  expect(served).toBeLessThan(7);
});
