import { randomUUID } from 'node:crypto';
import type { Answer, Sent } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import type { ApiUser } from './api-user.ts';

type Report = Sent<typeof api.listening.recordPlayEvent>['body'];
export type Progress = Answer<typeof api.listening.recordPlayEvent>;

/** One tab of a listener that plays a served track and reports it, on the clock that the test moves. */
export interface Tab {
  report(event: Report['event'], positionSeconds: number, playing?: boolean): Promise<Progress>;
  /** Plays to this second, with a report every four. */
  playTo(seconds: number): Promise<Progress>;
  /** Hears the paid minute from the start; the music then stops. */
  hearMinute(): Promise<Progress>;
  /** Chooses to keep listening, and plays. */
  keepListening(): Promise<Progress>;
  position(): number;
}

/** A clock that the test moves. */
interface Stepped {
  readonly clock: { advance(seconds: number): void };
}

export function openTab(earshot: Stepped, listener: ApiUser, trackId: string): Tab {
  const sessionId = randomUUID();
  let place = 0;
  const report: Tab['report'] = (event, positionSeconds, playing = true) => {
    place = positionSeconds;
    const body = { trackId, sessionId, event, positionSeconds, playing };
    return listener.get(api.listening.recordPlayEvent, { body });
  };
  const playTo: Tab['playTo'] = async (seconds) => {
    let progress = await report('start', place);
    while (place < seconds) {
      const step = Math.min(4, seconds - place);
      earshot.clock.advance(step);
      progress = await report('mark', place + step);
    }
    return progress;
  };
  return {
    report,
    playTo,
    hearMinute: async () => {
      await playTo(60);
      return report('pause', place, false);
    },
    keepListening: async () => {
      const progress = await report('continue', place, false);
      await report('start', place);
      return progress;
    },
    position: () => place,
  };
}
