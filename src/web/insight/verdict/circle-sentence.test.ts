import { expect, test } from 'vitest';
import type { Verdict } from '#contract/insight/verdict/verdict.ts';
import { circleSentence } from './circle-sentence.ts';

const circle = (part: Partial<NonNullable<Verdict['circle']>> = {}): Verdict['circle'] => ({
  devices: 9,
  heardToEnd: 8,
  stars: { mean: 4.8, count: 6 },
  moments: [],
  ...part,
});
const rating = { mean: 3.6, interval: { low: 3.1, high: 4.1 }, more: 12, comparison: null };
const staying: Verdict['staying'] = {
  isTooShort: false,
  listeners: 20,
  notYetCounted: 0,
  leftOut: 0,
  stayed: 7,
  interval: { low: 0.2, high: 0.6 },
  stops: [],
  curve: [],
  curveListeners: 0,
  half: null,
  stayedSeconds: [],
  comparison: null,
};
const few = { ...staying, listeners: 0, stayed: 0 };

test('without guests there is no line', () => {
  expect(circleSentence({ circle: null, staying, rating })).toBeNull();
});

test.each([
  [
    'guests and strangers',
    { circle: circle(), staying, rating },
    'Your circle (9): 4.8, 8 heard it to the end. Strangers (20): 3.6, 7 of 20 stayed.',
  ],
  [
    'guests without stars',
    { circle: circle({ devices: 1, stars: null, heardToEnd: 0 }), staying, rating },
    'Your circle (1): no stars yet, none heard it to the end. Strangers (20): 3.6, 7 of 20 stayed.',
  ],
  [
    'strangers without a rating',
    { circle: circle(), staying, rating: null },
    'Your circle (9): 4.8, 8 heard it to the end. Strangers (20): 7 of 20 stayed.',
  ],
  [
    'a rating without unpaid listening',
    { circle: circle(), staying: few, rating },
    'Your circle (9): 4.8, 8 heard it to the end. Strangers: 3.6.',
  ],
  [
    'too few strangers',
    { circle: circle(), staying: few, rating: null },
    'Your circle (9): 4.8, 8 heard it to the end. Too few strangers yet to compare.',
  ],
])('the line for %s says what there is', (_, facts, text) => {
  expect(circleSentence(facts)).toBe(text);
});
