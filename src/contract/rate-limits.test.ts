import { expect, test } from 'vitest';
import { rateLimits } from './rate-limits.ts';

test('the limits are so many calls in so many seconds', () => {
  const shown = Object.entries(rateLimits).map(([name, { most, seconds }]) => `${name} ${most}/${seconds}`);
  expect(shown).toEqual([
    'refresh 30/300',
    'beat 1/1.5',
    'review 60/3600',
    'skip 20/3600',
    'upload 10/3600',
    'avatar 20/3600',
    'export 3/86400',
    'payout 5/86400',
    'decision 120/60',
    'audit 10/600',
    'other 300/60',
  ]);
});
