import { expect, test } from 'vitest';
import { tasteText } from './taste-text.ts';

test('a split shows both means and their numbers of listeners', () => {
  const listeners = { people: 8, counts: [0, 0, 0, 3, 5], mean: 4.625 };
  const others = { people: 6, counts: [0, 1, 3, 2, 0], mean: 3.1 };
  expect(tasteText({ listeners, others }, 'metal')).toBe('Metal listeners 4.6 (8), others 3.1 (6)');
});
