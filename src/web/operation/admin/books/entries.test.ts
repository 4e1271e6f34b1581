import { expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import type { Entry } from '#contract/money/books/books.ts';
import { entryDays, makerText } from './entries.ts';

test.each([
  ['payout_return', 'Ada', 'by Ada'],
  ['reward', null, 'by the approval rules'],
  ['payout_completion', null, 'by the payout rules'],
  ['payout_return', null, 'by the payment service'],
  ['payout_cost', null, 'by the payment service'],
  ['correction', null, null],
] as const)('an entry of kind %s by %s reads %s', (kind, actorName, text) =>
  expect(makerText({ kind, actorName })).toBe(text),
);

const entry = (id: number, day: number, listener: string, kind: Entry['kind'], change: number): Entry => ({
  id,
  kind,
  createdAt: `2026-03-0${day}T12:00:00.000Z`,
  listenerId: listener,
  displayName: listener,
  grossCents: cents(Math.abs(change) || 500),
  changeCents: cents(change),
  sourceId: listener,
  reason: null,
  actorName: null,
  isUndone: false,
});
const entries = [
  entry(6, 2, 'Ada', 'payout_request', 0),
  entry(5, 2, 'Bea', 'reward', 15),
  entry(4, 2, 'Ada', 'reward', 15),
  entry(3, 2, 'Ada', 'reward', 15),
  entry(2, 1, 'Ada', 'correction', -20),
  entry(1, 1, 'Bea', 'reward', 15),
];

test('entries are summed by listener and day, the newest first', () =>
  expect(
    entryDays(entries).map(({ day, displayName, kinds, changeCents }) => [
      day,
      displayName,
      kinds,
      changeCents,
    ]),
  ).toEqual([
    ['2026-03-02', 'Ada', 'Payout requested, Reward ×2', 30],
    ['2026-03-02', 'Bea', 'Reward', 15],
    ['2026-03-01', 'Ada', 'Correction', -20],
    ['2026-03-01', 'Bea', 'Reward', 15],
  ]));
