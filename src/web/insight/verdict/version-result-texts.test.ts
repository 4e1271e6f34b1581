import { expect, test } from 'vitest';
import { panelNote, panelSentence } from './version-result-texts.ts';

const running = {
  size: 20,
  preferredNew: 0,
  preferredFormer: 0,
  noDifference: 0,
  endsAt: '2026-11-27T12:00:00.000Z',
  endedAt: null,
  isBroken: false,
  interval: null,
  winner: null,
};
const over = { ...running, endedAt: '2026-11-25T12:00:00.000Z' };

const second = { version: 2, formerVersion: 1 };

test('the winner is shown with its interval and how many heard no difference', () => {
  const panel = { ...over, preferredNew: 16, preferredFormer: 4, noDifference: 3 };
  const called = { ...panel, interval: { low: 0.5634, high: 0.9427 }, winner: 'new' as const };
  expect(panelSentence(called, second)).toBe(
    '16 of 20 prefer V2 (likely 56% to 94%), 3 heard no difference.',
  );
});

test('a former version that wins is shown with its interval', () => {
  const panel = { ...over, preferredNew: 4, preferredFormer: 16, interval: { low: 0.0573, high: 0.4366 } };
  expect(panelSentence({ ...panel, winner: 'former' }, { version: 3, formerVersion: 2 })).toBe(
    '16 of 20 prefer V2 (likely 56% to 94%).',
  );
});

test('an interval that contains one half is too close to call', () => {
  const panel = { ...over, preferredNew: 11, preferredFormer: 9, interval: { low: 0.315, high: 0.769 } };
  expect(panelSentence(panel, second)).toBe('Too close to call: 11 of 20 prefer V2 (likely 32% to 77%).');
});

test('before the end, and with fewer than six choices, there are only counts', () => {
  expect(panelSentence({ ...running, preferredNew: 3, preferredFormer: 2, noDifference: 1 }, second)).toBe(
    '3 of 5 prefer V2, 1 heard no difference.',
  );
  expect(panelNote(running)).toContain('You’ll get the result when all 20 are in, or on ');
  expect(panelNote({ ...over, preferredNew: 3 })).toContain('six choices to name a winner');
  expect(panelNote({ ...over, preferredNew: 9, isBroken: true })).toContain('was removed before');
  expect(panelSentence(running, second)).toBe('No one has compared them yet.');
  expect(panelNote(running)).not.toContain('only counts');
  expect(panelNote({ ...running, noDifference: 1 })).toContain('only counts');
  expect(panelSentence({ ...over, noDifference: 2 }, second)).toBe('2 heard no difference.');
});

test('a tie has no preferred version', () => {
  const tied = { ...running, preferredNew: 1, preferredFormer: 1 };
  expect(panelSentence(tied, second)).toBe('1 prefers V2, 1 prefers V1.');
  const called = { ...tied, preferredNew: 5, preferredFormer: 5, interval: { low: 0.19, high: 0.81 } };
  expect(panelSentence(called, second)).toBe('Too close to call: 5 prefer V2, 5 prefer V1.');
});

test('a version may follow an earlier one than the last', () => {
  const panel = { ...running, preferredNew: 1, preferredFormer: 3 };
  expect(panelSentence(panel, { version: 3, formerVersion: 1 })).toBe('3 of 4 prefer V1.');
});
