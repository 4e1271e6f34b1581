/** Rate limits that no test meets by the way; for tests that are not about limits. Beats keep their pace. */
export const wideLimits = [
  'refresh=10000/60',
  'review=10000/60',
  'skip=10000/60',
  'upload=10000/60',
  'avatar=10000/60',
  'export=10000/60',
  'payout=10000/60',
  'decision=10000/60',
  'audit=10000/60',
  'other=100000/60',
].join(',');
