import type { PublicArtist } from '#contract/discovery/discovery.ts';
import { api } from '#contract/index.ts';
import { callApi } from '#web/api.ts';

export const readArtist = (artistId: string, signal: AbortSignal): Promise<PublicArtist> =>
  callApi(api.discovery.getPublicArtistProfile, { body: { artistId } }, { signal });

export const listArtistTracks = (artistId: string, cursor: string | null, signal: AbortSignal) =>
  callApi(
    api.discovery.getPublicArtistTracks,
    { body: cursor === null ? { artistId } : { artistId, cursor } },
    { signal },
  );

export const listReviewedTracks = (trackIds: string[], signal: AbortSignal) =>
  callApi(api.reviews.listReviewedTracks, { body: { trackIds } }, { signal });
