import { expect, test } from 'vitest';
import { trackFilterOf } from './track-filter.ts';

test('a genre in the address narrows Discover, and one that nobody knows narrows nothing', () => {
  expect(trackFilterOf({ genre: 'jazz' })).toEqual({ genre: 'jazz' });
  expect(trackFilterOf({ genre: 'polka' })).toEqual({});
  expect(trackFilterOf({})).toEqual({});
});
