import type { Dependencies } from '../../dependencies.ts';
import type { Handlers } from '../../foundation/handlers.ts';
import { createPlaybackLink } from './audio/open-audio.ts';
import { findSimilar } from './audio/same-recordings.ts';
import { cancelUpload, readUpload } from './audio/uploads.ts';
import { removeCover } from './covers.ts';
import { createTrack } from './create-track.ts';
import { readNewVersionOffer } from './new-version.ts';
import { deleteTrack, editTrack, listOwnTracks, readOwnTrack } from './own-tracks.ts';
import { saveQuestions } from './questions.ts';
import { readQuestions } from './read-questions.ts';

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

export const questionsRoutes = (deps: Dependencies): Handlers<'questions'> => ({
  readQuestions: ({ caller, params }) => readQuestions(deps, caller.userId, params.trackId),
  saveQuestions: ({ caller, params, body }) => saveQuestions(deps, caller.userId, params.trackId, body),
});

export const versionsRoutes = (deps: Dependencies): Handlers<'versions'> => ({
  readNewVersionOffer: ({ caller, params, query }) =>
    readNewVersionOffer(deps, {
      artistId: caller.userId,
      formerId: params.trackId,
      reviews: query.reviews,
    }),
});
