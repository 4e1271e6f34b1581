import type { Dependencies } from '../../foundation/dependencies.ts';
import type { Handlers } from '../../foundation/handlers.ts';
import { cancelUpload } from './cancel-upload.ts';
import { createPlaybackLink } from './create-playback-link.ts';
import { createTrack } from './create-track.ts';
import { deleteTrack } from './delete-track.ts';
import { editTrack } from './edit-track.ts';
import { findSimilar } from './find-similar.ts';
import { listOwnTracks } from './list-own-tracks.ts';
import { readOwnTrack } from './read-own-track.ts';
import { readUpload } from './read-upload.ts';
import { removeCover } from './set-cover.ts';

export const tracksRoutes = (deps: Dependencies): Handlers<'tracks'> => ({
  readUpload: ({ caller, params }) => readUpload(deps, caller.userId, params.uploadId),
  cancelUpload: ({ caller, params }) => cancelUpload(deps, caller.userId, params.uploadId),
  findSimilar: ({ caller, params }) => findSimilar(deps, caller.userId, params.uploadId),
  createTrack: ({ caller, client, body }) => createTrack(deps, caller.userId, body, client),
  listOwnTracks: ({ caller, query }) => listOwnTracks(deps, caller.userId, query.cursor),
  readOwnTrack: ({ caller, params }) => readOwnTrack(deps, caller.userId, params.trackId),
  editTrack: ({ caller, params, body }) => editTrack(deps, caller.userId, params.trackId, body),
  deleteTrack: ({ caller, params }) => deleteTrack(deps, caller.userId, params.trackId),
  removeCover: ({ caller, params }) =>
    removeCover(deps, { artistId: caller.userId, trackId: params.trackId }),
  createPlaybackLink: ({ caller, params }) => createPlaybackLink(deps, caller, params.trackId),
});
