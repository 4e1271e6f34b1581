import { api } from '#contract/index.ts';
import type { PublicArtist } from '#contract/music/discovery/discovery.ts';
import { callApi } from '#web/calls/api.ts';

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
