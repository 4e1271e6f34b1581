import type { Dependencies } from '../dependencies.ts';
import type { Handlers } from '../http/handlers.ts';
import { createPlaybackLink } from './create-playback-link.ts';
import { createTrack } from './create-track.ts';
import { deleteTrack } from './delete-track.ts';
import { editTrack } from './edit-track.ts';
import { listOwnTracks } from './list-own-tracks.ts';
import { readOwnTrack } from './read-own-track.ts';

export const tracksRoutes = (deps: Dependencies): Handlers<'tracks'> => ({
  createTrack: ({ caller, body }) => createTrack(deps, caller.userId, body),
  listOwnTracks: ({ caller, query }) => listOwnTracks(deps, caller.userId, query.cursor),
  readOwnTrack: ({ caller, params }) => readOwnTrack(deps, caller.userId, params.trackId),
  editTrack: ({ caller, params, body }) => editTrack(deps, caller.userId, params.trackId, body),
  deleteTrack: ({ caller, params }) => deleteTrack(deps, caller.userId, params.trackId),
  createPlaybackLink: ({ caller, params }) => createPlaybackLink(deps, caller, params.trackId),
});
