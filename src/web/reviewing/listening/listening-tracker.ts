import { api } from '#contract/index.ts';
import type { MomentKind } from '#contract/music/tracks/moment-kinds.ts';
import type { Moment } from '#contract/music/tracks/tracks.ts';
import type { ComparedSide } from '#contract/music/versions/version-rules.ts';
import type { ListeningProgress, ServedTrack } from '#contract/reviewing/listening/listening.ts';
import { callApi } from '#web/calls/api.ts';
import { createOwnMoments, type MomentReport } from '#web/music/tracks/own-moments.ts';
import { onServedNews } from '#web/served-news.ts';
import { toast } from '#web/ui/display/toast-queue.ts';
import { isMarkRefused, reactToFailures, type TrackLoss } from './listening-failures.ts';
import {
  type ListeningHappening,
  type ListeningSession,
  newListeningSession,
  type PlayReport,
  stepListening,
} from './listening-session.ts';
import { createReportOutbox, type ReportOutbox } from './report-outbox.ts';
import type { ServedAudio } from './served-audio.ts';

/** A playback report; in a comparison with the audible side. */
type SidedReport = PlayReport & { readonly side?: ComparedSide };
type Report = SidedReport | MomentReport;

export interface ListeningTracker {
  readonly session: () => ListeningSession;
  /** The listener's marks in the track, including those being sent. */
  readonly moments: () => readonly Moment[];
  readonly subscribe: (changed: () => void) => () => void;
  /** Starts following player, tab and clock; returns the function that stops it. */
  readonly open: (lost: (why: TrackLoss) => void) => () => void;
  /** Seeks, reporting the old position at once and the new one when seeking settles. */
  readonly seek: (seconds: number) => void;
  /** The listener chooses to keep listening after the paid minute. Start playback afterwards. */
  readonly choose: () => void;
  /** Makes the other side of a comparison audible. */
  readonly switchTo: (side: ComparedSide) => void;
  /** Something was written. */
  readonly typed: () => void;
  /** Marks the current moment, or removes its mark. The listening is reported first, up to the same position. */
  readonly mark: (kind: MomentKind) => void;
  /** Stops playback and sends pending reports, as far as that is possible quickly. */
  readonly settle: () => Promise<void>;
}

const seekSettlesMilliseconds = 250;
const deliveryMilliseconds = 3000;
const fadeMilliseconds = 1500;
const isVisible = () => document.visibilityState !== 'hidden';

const minuteHeard = {
  title: '60 seconds heard',
  body: 'The paid minute is over. Your review is unlocked.',
  tone: 'earned',
} as const;

const bothHeard = {
  title: '60 seconds heard',
  body: 'You’ve heard enough of both. Choose one, or no difference.',
  tone: 'earned',
} as const;

/** Follows the playback of a served track and proves the listening to the server. */
export function createListeningTracker(track: ServedTrack, audio: ServedAudio): ListeningTracker {
  const calls = listeningCalls(track.trackId);
  const changes = new Set<() => void>();
  const moments = createOwnMoments(track.moments);
  let session = newListeningSession(track.progress, isVisible());
  let outbox: ReportOutbox<Report> | undefined;

  const tell = () => {
    for (const changed of changes) changed();
  };
  const sided = (report: PlayReport): SidedReport =>
    audio.pair ? { ...report, side: audio.pair.side() } : report;
  const happen = (happening: ListeningHappening) => {
    const step = stepListening(session, happening);
    session = step.session;
    for (const report of step.reports) outbox?.post(sided(report));
    tell();
  };
  const happenNow = (kind: 'paused' | 'chose' | 'typed' | 'switched') =>
    happen({ kind, position: audio.position() });
  const progressed = (progress: ListeningProgress, to: PlayReport['event']) => {
    const wasUnlocked = session.unlocked;
    happen({ kind: 'answered', progress, to });
    if (session.unlocked && !wasUnlocked) toast(session.compared ? bothHeard : minuteHeard);
    if (session.stay === 'offered' && session.playing) audio.fadeOut(fadeMilliseconds);
  };
  /** Sends a report and returns the state change of its response. */
  const send = async (report: Report): Promise<() => void> => {
    if ('kind' in report) {
      const { moments: marked } = await calls.mark(report);
      return () => moments.arrived(report, marked);
    }
    const progress = await calls.play(report);
    return () => progressed(progress, report.event);
  };
  /** The page closes, so reports are sent without waiting in line. */
  const leave = () => {
    const step = stepListening(session, { kind: 'left', position: audio.position() });
    session = step.session;
    for (const report of step.reports) calls.play(sided(report), { keepalive: true }).catch(() => undefined);
  };
  const openOutbox = (lost: (why: TrackLoss) => void) => {
    const stop = () => {
      happen({ kind: 'refused' });
      audio.pause();
    };
    const failed = reactToFailures({ stop, lost, cutOff: () => happen({ kind: 'cutOff' }) });
    return createReportOutbox<Report, () => void>({
      send,
      answered: (take) => {
        failed.isOver();
        take();
        tell();
      },
      failed: (error, report) => {
        const isTriedAgain = !isMarkRefused(error) && failed.react(error);
        if ('kind' in report && !isTriedAgain) moments.arrived(report);
        tell();
        return isTriedAgain;
      },
    });
  };

  const seeking = settledSeeking(audio, (kind, position) => happen({ kind, position }));

  return {
    session: () => session,
    moments: moments.shown,
    subscribe: (changed) => {
      changes.add(changed);
      return () => changes.delete(changed);
    },
    open: (lost) => {
      const opened = openOutbox(lost);
      outbox = opened;
      const forget = followPage(audio, happen, leave);
      return () => {
        seeking.forget();
        forget();
        happenNow('paused');
        opened.close();
      };
    },
    seek: seeking.seek,
    choose: () => {
      if (!isVisible()) return;
      happenNow('chose');
      audio.pause();
    },
    switchTo: (side) => {
      if (!audio.pair || audio.pair.side() === side) return;
      audio.pair.switchTo(side);
      happenNow('switched');
    },
    typed: () => happenNow('typed'),
    mark: (kind) => {
      const position = audio.position();
      happen({ kind: 'marked', position });
      outbox?.post(moments.press(kind, position));
      tell();
    },
    settle: async () => {
      happenNow('paused');
      audio.pause();
      const enough = new Promise<void>((resolve) => setTimeout(resolve, deliveryMilliseconds));
      await Promise.race([outbox?.delivered(), enough]);
    },
  };
}

/** Emits events of the player, the tab and each second; returns the function that stops it. */
function followPage(
  audio: ServedAudio,
  happen: (happening: ListeningHappening) => void,
  leave: () => void,
): () => void {
  const second = () =>
    happen({ kind: 'second', position: audio.position(), isWaiting: audio.state().isWaiting });
  const turn = () => happen({ kind: isVisible() ? 'visible' : 'hidden', position: audio.position() });
  const timer = setInterval(second, 1000);
  const forget = audio.onHappening((kind, at) => happen({ kind, position: at }));
  // The server says that the track may have ended; the response to a report will tell.
  const deafen = onServedNews(() => happen({ kind: 'doubted', position: audio.position() }));
  document.addEventListener('visibilitychange', turn);
  addEventListener('pagehide', leave);
  return () => {
    clearInterval(timer);
    forget();
    deafen();
    document.removeEventListener('visibilitychange', turn);
    removeEventListener('pagehide', leave);
  };
}

/** Seeks at once; reports when seeking has settled. */
function settledSeeking(audio: ServedAudio, tell: (kind: 'seeking' | 'sought', position: number) => void) {
  let settling: ReturnType<typeof setTimeout> | undefined;
  return {
    seek: (seconds: number) => {
      if (settling === undefined) tell('seeking', audio.position());
      clearTimeout(settling);
      settling = setTimeout(() => {
        settling = undefined;
        tell('sought', seconds);
      }, seekSettlesMilliseconds);
      audio.seek(seconds);
    },
    forget: () => clearTimeout(settling),
  };
}

/** The calls with which one player reports on one track. */
function listeningCalls(trackId: string) {
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
