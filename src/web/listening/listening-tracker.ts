import { api } from '#contract/index.ts';
import type { ServedTrack } from '#contract/listening.ts';
import { callApi } from '#web/api.ts';
import { ApiRefusal, isRefusal } from '#web/api-failures.ts';
import type { AudioPlayer } from '#web/tracks/audio-player.ts';
import { toast } from '#web/ui/display/toast.tsx';
import {
  type ListeningHappening,
  type ListeningSession,
  newListeningSession,
  stepListening,
} from './listening-session.ts';
import { createReportOutbox, type ReportOutbox } from './report-outbox.ts';

/** Why a track is no longer served: its artist deleted it, or it was finished, skipped or opened elsewhere. */
export type TrackLoss = 'deleted' | 'elsewhere';

export interface ListeningTracker {
  readonly session: () => ListeningSession;
  readonly subscribe: (changed: () => void) => () => void;
  /** Follows player, tab and clock from now on; the answer stops it. */
  readonly open: (lost: (why: TrackLoss) => void) => () => void;
  /** Seeks, reporting the place before at once and the new one when the hand rests. */
  readonly seek: (seconds: number) => void;
  /** Stops the sound and delivers what is still to be reported, as far as that is possible in a moment. */
  readonly settle: () => Promise<void>;
}

const seekSettlesMilliseconds = 250;
const warningPauseMilliseconds = 30_000;
const deliveryMilliseconds = 3000;
const isVisible = () => document.visibilityState !== 'hidden';

/** Follows the playback of one served track and proves the listening to the server. */
export function createListeningTracker(track: ServedTrack, audio: AudioPlayer): ListeningTracker {
  const sessionId = crypto.randomUUID();
  const changes = new Set<() => void>();
  let session = newListeningSession(track.progress, isVisible());
  let outbox: ReportOutbox | undefined;
  let settling: ReturnType<typeof setTimeout> | undefined;

  const happen = (happening: ListeningHappening) => {
    const step = stepListening(session, happening);
    session = step.session;
    for (const report of step.reports) outbox?.post(report);
    for (const changed of changes) changed();
  };
  const stop = () => {
    happen({ kind: 'refused' });
    audio.pause();
  };
  const openOutbox = (lost: (why: TrackLoss) => void) => {
    const cutOff = () => happen({ kind: 'cutOff' });
    const failed = reactToFailures({ stop, lost, cutOff });
    return createReportOutbox({
      send: (report) =>
        callApi(api.listening.recordPlayEvent, { body: { trackId: track.trackId, sessionId, ...report } }),
      answered: (progress) => {
        failed.isOver();
        happen({ kind: 'answered', progress });
      },
      failed: failed.react,
    });
  };

  return {
    session: () => session,
    subscribe: (changed) => {
      changes.add(changed);
      return () => changes.delete(changed);
    },
    open: (lost) => {
      const opened = openOutbox(lost);
      outbox = opened;
      const second = () =>
        happen({ kind: 'second', position: audio.position(), isWaiting: audio.state().isWaiting });
      const turn = () => happen({ kind: isVisible() ? 'visible' : 'hidden', position: audio.position() });
      const timer = setInterval(second, 1000);
      const forget = audio.onHappening((kind, at) => happen({ kind, position: at }));
      document.addEventListener('visibilitychange', turn);
      return () => {
        clearInterval(timer);
        clearTimeout(settling);
        forget();
        document.removeEventListener('visibilitychange', turn);
        happen({ kind: 'paused', position: audio.position() });
        opened.close();
      };
    },
    seek: (seconds) => {
      if (settling === undefined) happen({ kind: 'seeking', position: audio.position() });
      clearTimeout(settling);
      settling = setTimeout(() => {
        settling = undefined;
        happen({ kind: 'sought', position: seconds });
      }, seekSettlesMilliseconds);
      audio.seek(seconds);
    },
    settle: async () => {
      happen({ kind: 'paused', position: audio.position() });
      audio.pause();
      const enough = new Promise<void>((resolve) => setTimeout(resolve, deliveryMilliseconds));
      await Promise.race([outbox?.delivered(), enough]);
    },
  };
}

/** What a report's failure means: another tab plays, the track is served no longer, or trouble on the way. */
function reactToFailures({
  stop,
  lost,
  cutOff,
}: Record<'stop' | 'cutOff', () => void> & { lost: (why: TrackLoss) => void }) {
  let isTroubled = false;
  let warnedAt = Number.NEGATIVE_INFINITY;
  const warn = () => {
    if (Date.now() - warnedAt < warningPauseMilliseconds) return;
    warnedAt = Date.now();
    toast({
      title: 'Multiple Sessions Detected',
      body: 'Please close other tabs playing this track.',
      tone: 'wrong',
    });
  };
  return {
    isOver: () => {
      isTroubled = false;
    },
    /** Whether the report is worth another try. */
    react: (error: unknown): boolean => {
      if (isRefusal(error, 'multiple_sessions')) {
        stop();
        warn();
        return false;
      }
      if (isRefusal(error, 'not_assigned') || isRefusal(error, 'track_deleted')) {
        stop();
        lost(error.code === 'track_deleted' ? 'deleted' : 'elsewhere');
        return false;
      }
      // A beat too many: the next one vouches for the same seconds.
      if (isRefusal(error, 'too_many_requests')) return false;
      if (!isTroubled) {
        toast({ title: 'Logging Error', body: 'Failed to track playback progress.', tone: 'wrong' });
      }
      isTroubled = true;
      cutOff();
      return !(error instanceof ApiRefusal && error.status < 500);
    },
  };
}
