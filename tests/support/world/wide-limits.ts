/** Bounds under which everybody is Known from the start; for tests that are not about standing. */
export const everybodyKnown =
  'knownApproved=0,knownDays=0,knownReviewsADay=100000,wishesADay=100000,wishesOfArtist=100000';

/** Rate limits that no test meets by the way; for tests that are not about limits. Beats keep their pace. */
export const wideLimits = [
  'refresh=10000/60',
  'review=10000/60',
  'skip=10000/60',
  'upload=10000/60',
  'avatar=10000/60',
  'cover=10000/60',
  'export=10000/60',
  'payout=10000/60',
  'payee=10000/60',
  'paymentService=10000/60',
  'transfer=10000/1',
  'decision=10000/60',
  'audit=10000/60',
  'other=100000/60',
].join(',');

/** Cents a month for uploads on a credit: tests make more of them than a house would pay for. */
export const wideBudget = '100000000';
