import type { Answer } from '#contract/call.ts';
import type { api } from '#contract/index.ts';

// Balances and forecasts as an artist gets them.

type Balance = Answer<typeof api.balance.readReviewBalance>;

const lot = {
  id: '00000000-0000-4000-8000-0000000000d1',
  source: 'plan',
  reviews: 40,
  left: 20,
  opensAt: '2026-01-01T12:00:00Z',
  expiresAt: '2099-06-27T12:00:00Z',
} as const;

/** 20 reviews from a plan and 3 from a pack. */
export const shownBalance: Balance = {
  left: 23,
  lots: [
    lot,
    {
      ...lot,
      id: '00000000-0000-4000-8000-0000000000d2',
      source: 'pack',
      reviews: 10,
      left: 3,
      expiresAt: '2099-07-03T12:00:00Z',
    },
  ],
  next: null,
};

/** Nothing left; 40 come with the next period. */
export const emptyBalance: Balance = {
  left: 0,
  lots: [],
  next: { reviews: 40, opensAt: '2099-06-27T12:00:00Z', isCertain: true },
};

/** A forecast with a date for all of these reviews. */
export const shownForecast = (reviews: number): Answer<typeof api.balance.forecastReviews> => ({
  reviews,
  dated: reviews,
  promisedAt: '2026-12-04T12:00:00Z',
  weeks: 2,
  smaller: null,
});

/** What somebody is told who has never paid. */
export const shownOffers: Answer<typeof api.balance.forecastOffers> = {
  plans: {
    basic: shownForecast(10),
    pro: shownForecast(20),
    unlimited: { ...shownForecast(20), dated: 0, promisedAt: null },
  },
  packs: { ten: shownForecast(10), twenty: shownForecast(20) },
  opensAtOnce: 20,
};
