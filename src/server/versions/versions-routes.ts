import type { Dependencies } from '../dependencies.ts';
import type { Handlers } from '../handlers.ts';
import { readNewVersionOffer } from './read-new-version-offer.ts';

export const versionsRoutes = (deps: Dependencies): Handlers<'versions'> => ({
  readNewVersionOffer: ({ caller, params, query }) =>
    readNewVersionOffer(deps, {
      artistId: caller.userId,
      formerId: params.trackId,
      wantedTarget: query.reviewTarget,
    }),
});
