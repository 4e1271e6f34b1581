import type { Dependencies } from '../../dependencies.ts';
import type { Handlers } from '../../foundation/handlers.ts';
import { forecastUpload } from '../subscriptions/get-upload-eligibility.ts';
import { addReviews, giveBackReviews } from './change-reviews.ts';
import { forecastOffers, forecastReviews } from './forecast.ts';
import { readBalance } from './read-balance.ts';

export const balanceRoutes = (deps: Dependencies): Handlers<'balance'> => ({
  readReviewBalance: ({ caller }) => readBalance(deps.database, caller.userId, deps.clock.now()),
  forecastReviews: ({ caller, params, query }) =>
    forecastReviews(deps, { artistId: caller.userId, ...params, ...query }),
  forecastUpload: ({ caller, query }) => forecastUpload(deps, caller.userId, query.reviews),
  forecastOffers: ({ caller }) => forecastOffers(deps, caller?.userId ?? null),
  addReviews: ({ caller, params, body, idempotencyKey: key, onRepeat }) =>
    addReviews(deps, { artistId: caller.userId, ...params, ...body }, { key, onRepeat }),
  takeBackReviews: ({ caller, params, body, idempotencyKey: key, onRepeat }) =>
    giveBackReviews(deps, { artistId: caller.userId, ...params, ...body }, { key, onRepeat }),
});
