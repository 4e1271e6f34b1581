import type { Dependencies } from '../../dependencies.ts';
import type { Handlers } from '../../foundation/handlers.ts';
import { chooseVersion } from './choose-version.ts';
import { listTrackListeners, listUnpaidAnswers } from './list-listeners.ts';
import { markMoment, unmarkMoment } from './mark-moment.ts';
import { nextTrack } from './next-track.ts';
import { recordPlayEvent } from './record-play-event.ts';
import { comingTrack } from './serve-another.ts';
import { skipTrack } from './skip-track.ts';
import { askToBeTold } from './tell-listeners.ts';
import { answerUnpaid } from './unpaid-listening.ts';

export const listeningRoutes = (deps: Dependencies): Handlers<'listening'> => ({
  nextTrack: ({ caller, client, body }) => nextTrack(deps, caller, client, body),
  askToBeTold: ({ caller, body }) => askToBeTold(deps, caller.userId, body.wanted),
  answerUnpaid: async ({ caller, body }) => {
    await answerUnpaid(deps, caller.userId, body);
    return {};
  },
  listUnpaidAnswers: ({ caller, params, query }) =>
    listUnpaidAnswers(deps, caller.userId, params.trackId, query.cursor),
  comingTrack: async ({ caller, client }) => ({ track: await comingTrack(deps, caller, client) }),
  skipTrack: async ({ caller, body }) => {
    await skipTrack(deps, caller.userId, body.trackId);
    return {};
  },
  chooseVersion: async ({ caller, body }) => ({ track: await chooseVersion(deps, caller, body) }),
  listTrackListeners: ({ caller, params, query }) =>
    listTrackListeners(deps, caller.userId, params.trackId, query.cursor),
  markMoment: async ({ caller, params, body }) => ({
    moments: await markMoment(deps, caller.userId, params.trackId, body),
  }),
  unmarkMoment: async ({ caller, params, body }) => ({
    moments: await unmarkMoment(deps, caller.userId, params.trackId, body),
  }),
  recordPlayEvent: ({ caller, body }) => recordPlayEvent(deps, caller.userId, body),
});
