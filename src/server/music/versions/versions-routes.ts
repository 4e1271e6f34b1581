import type { Dependencies } from '../../foundation/dependencies.ts';
import type { Handlers } from '../../foundation/handlers.ts';
import { readNewVersionOffer } from './read-new-version-offer.ts';

export const versionsRoutes = (deps: Dependencies): Handlers<'versions'> => ({
  readNewVersionOffer: ({ caller, params, query }) =>
    readNewVersionOffer(deps, {
      artistId: caller.userId,
      formerId: params.trackId,
      reviews: query.reviews,
    }),
});
