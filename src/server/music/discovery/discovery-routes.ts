import type { Dependencies } from '../../dependencies.ts';
import type { Handlers } from '../../foundation/handlers.ts';
import { followArtist, readFollow, unfollowArtist } from './follow-artist.ts';
import { listPublicTracks, readDiscovery, readPublicTrack, searchTracks } from './read-discovery.ts';
import { listArtistTracks, readPublicArtist } from './read-public-artist.ts';

export const discoveryRoutes = (deps: Dependencies): Handlers<'discovery'> => ({
  getAllPublicTracks: ({ body }) => listPublicTracks(deps, body),
  readDiscovery: ({ query }) => readDiscovery(deps, query),
  searchTracks: ({ query }) => searchTracks(deps, query),
  readPublicTrack: ({ params }) => readPublicTrack(deps, params.trackId),
  getPublicArtistProfile: ({ caller, body }) => readPublicArtist(deps, body.artistId, caller),
  getPublicArtistTracks: ({ caller, body }) => listArtistTracks(deps, body, caller),
  readFollow: ({ caller, params }) => readFollow(deps, caller.userId, params.artistId),
  followArtist: ({ caller, params }) => followArtist(deps, caller.userId, params.artistId),
  unfollowArtist: ({ caller, params }) => unfollowArtist(deps, caller.userId, params.artistId),
});
