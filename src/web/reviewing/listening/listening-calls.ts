import { api } from '#contract/index.ts';
import type { ComparedSide } from '#contract/music/versions/version-rules.ts';
import { callApi } from '#web/calls/api.ts';
import type { PlayReport } from './listening-session.ts';
import type { MomentReport } from './own-moments.ts';

/** The calls with which one player reports on one track. */
export function listeningCalls(trackId: string) {
  const sessionId = crypto.randomUUID();
  return {
    play: (report: PlayReport & { readonly side?: ComparedSide }, options: { keepalive?: boolean } = {}) =>
      callApi(api.listening.recordPlayEvent, { body: { trackId, sessionId, ...report } }, options),
    mark: ({ event, kind, atSecond }: MomentReport) =>
      callApi(event === 'moment' ? api.listening.markMoment : api.listening.unmarkMoment, {
        params: { trackId },
        body: { kind, atSecond },
      }),
  };
}
