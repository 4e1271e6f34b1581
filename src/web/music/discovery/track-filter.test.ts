import { expect, test } from 'vitest';
import { trackFilterOf } from './track-filter.ts';

test('a genre in the address filters Discover, and an unknown one is ignored', () => {
  expect(trackFilterOf({ genre: 'jazz' })).toEqual({ genre: 'jazz' });
  expect(trackFilterOf({ genre: 'polka' })).toEqual({});
  expect(trackFilterOf({})).toEqual({});
});
