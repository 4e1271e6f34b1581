import { milestoneSeconds, requiredListeningSeconds } from '#contract/business-rules.ts';
import type { ListeningProgress } from '#contract/reviewing/listening/listening.ts';
import type { StayState } from '#contract/reviewing/listening/stay-states.ts';

/** Seconds between two reports of uninterrupted playback. The server credits at most six for each. */
const beatSeconds = 4;
/** The same while a review waits for its unlock. The server accepts no beat within 1.5 s of the last report. */
const unlockBeatSeconds = 2;

/** A playback report for the server. */
export interface PlayReport {
  readonly event:
    | 'start'
    | 'beat'
    | 'pause'
    | 'seek'
    | 'end'
    | 'error'
    | 'milestone'
    | 'continue'
    | 'typed'
    | 'mark'
    | 'leave'
    | 'switch';
  readonly positionSeconds: number;
  readonly playing: boolean;
}

/**
 * This browser's view of the listening to one track. The server's count decides; this one is a few seconds ahead.
 *
 *             started                       hidden
 *   (silent) --------> playing and visible --------> playing, hidden
 *      ^                 |  each second:    <--------   |  each second:
 *      |                 |  counts one       visible    |  counts none
 *      +-----------------+------------------------------+
 *        paused, ended, failed, refused, chose, left
 *
 * A counted second adds one to `counted` and `heard`, unless it `repeats` a range in `heardAtTick`. A beat goes to the
 * server after `sinceReport` seconds, and a milestone once. The response replaces `vouched` and `heardBefore`, sets
 * `counted` to zero, and corrects `heard` by it.
 */
export interface ListeningSession {
  readonly playing: boolean;
  readonly visible: boolean;
  /** Seconds confirmed in the server's last response. */
  readonly vouched: number;
  readonly unlocked: boolean;
  /** Seconds counted here since that response. */
  readonly counted: number;
  /** Whole seconds to show. Before the unlock `shownSeconds` keeps it below sixty. */
  readonly heard: number;
  readonly sinceReport: number;
  /** The highest milestone heard or reported; each is reported once. */
  readonly milestone: number;
  /** The music continued while the tab was hidden, so part of it was not counted. */
  readonly playedHidden: boolean;
  /** Ranges that have counted, by the server's last response. */
  readonly heardBefore: ListeningProgress['heard'];
  /** The same at the last second: a response in the middle of one may already contain it. */
  readonly heardAtTick: ListeningProgress['heard'];
  /** The current part has already counted. */
  readonly repeats: boolean;
  /** Reports do not reach the server, so the current part may not count. */
  readonly isCutOff: boolean;
  /** The state of the choice at the end of the paid minute. */
  readonly stay: StayState | null;
  /** The choice is being sent; earlier responses do not reflect it. */
  readonly isChoosing: boolean;
  /** It has played in this page. */
  readonly hasPlayed: boolean;
  /** Different seconds heard of each side of a comparison; null if nothing is compared. */
  readonly compared: ListeningProgress['compared'];
}

export type ListeningHappening =
  | {
      readonly kind:
        | 'started'
        | 'paused'
        | 'ended'
        | 'failed'
        | 'seeking'
        | 'sought'
        | 'hidden'
        | 'visible'
        | 'chose'
        | 'typed'
        | 'marked'
        | 'switched'
        | 'doubted'
        | 'left';
      readonly position: number;
    }
  | { readonly kind: 'second'; readonly position: number; readonly isWaiting: boolean }
  | { readonly kind: 'answered'; readonly progress: ListeningProgress; readonly to: PlayReport['event'] }
  | { readonly kind: 'refused' | 'cutOff' };

export interface ListeningStep {
  readonly session: ListeningSession;
  readonly reports: readonly PlayReport[];
}

export const newListeningSession = (progress: ListeningProgress, visible: boolean): ListeningSession => ({
  playing: false,
  visible,
  vouched: progress.listenedSeconds,
  unlocked: progress.unlocked,
  counted: 0,
  heard: Math.floor(progress.listenedSeconds),
  sinceReport: 0,
  milestone: Math.max(0, ...milestoneSeconds.filter((seconds) => seconds <= progress.listenedSeconds)),
  playedHidden: false,
  heardBefore: progress.heard,
  heardAtTick: progress.heard,
  repeats: false,
  isCutOff: false,
  stay: progress.stay,
  isChoosing: false,
  hasPlayed: false,
  compared: progress.compared,
});

/**
 * Whole seconds heard; 60 only once the server has unlocked the review. Unconfirmed seconds show up to the next report:
 * without a connection later ones may not count.
 */
export function shownSeconds({ unlocked, heard, vouched, counted }: ListeningSession): number {
  if (unlocked) return requiredListeningSeconds;
  const sure = Math.ceil(vouched + Math.min(counted, beatSeconds));
  return Math.min(heard, sure, requiredListeningSeconds - 1);
}

/** The result of an event: the new state, and the reports to send in order. A pure function. */
export function stepListening(session: ListeningSession, happening: ListeningHappening): ListeningStep {
  switch (happening.kind) {
    case 'second':
      return stepSecond(session, happening.position, happening.isWaiting);
    case 'answered':
      return quietly(correct(session, happening.progress, happening.to));
    case 'cutOff':
      return quietly({ ...session, isCutOff: true });
    case 'refused':
      return quietly({ ...session, playing: false });
    case 'hidden':
    case 'visible':
      return stepVisibility(session, happening.kind === 'visible', happening.position);
    case 'seeking':
      return session.playing ? report(session, 'beat', happening.position) : quietly(session);
    case 'sought':
      return report({ ...session, heardAtTick: session.heardBefore }, 'seek', happening.position);
    case 'started':
      return report(
        { ...session, playing: true, playedHidden: false, hasPlayed: true, heardAtTick: session.heardBefore },
        'start',
        happening.position,
      );
    case 'doubted':
      return report(session, session.playing ? 'beat' : 'pause', happening.position);
    case 'marked':
      return session.playing ? report(session, 'mark', happening.position) : quietly(session);
    case 'switched':
      return session.playing ? report(session, 'switch', happening.position) : quietly(session);
    case 'typed':
      return stepTyped(session, happening.position);
    case 'chose':
      return stepChoice(session, happening.position);
    case 'left':
      return session.hasPlayed
        ? report({ ...session, playing: false }, 'leave', happening.position)
        : quietly(session);
    default:
      return stepStop(session, happening.kind, happening.position);
  }
}

const quietly = (session: ListeningSession): ListeningStep => ({ session, reports: [] });

function report(session: ListeningSession, event: PlayReport['event'], position: number): ListeningStep {
  const playing = session.playing && session.visible;
  return {
    session: { ...session, sinceReport: 0 },
    reports: [{ event, positionSeconds: position, playing }],
  };
}

const stopEvents = { paused: 'pause', ended: 'end', failed: 'error' } as const;

function stepStop(session: ListeningSession, kind: keyof typeof stopEvents, position: number): ListeningStep {
  if (!session.playing) return quietly(session);
  return report({ ...session, playing: false }, stopEvents[kind], position);
}

/** The choice needs paused playback, so pause first. */
function stepChoice(session: ListeningSession, position: number): ListeningStep {
  const paused = stepStop(session, 'paused', position);
  const chosen: ListeningSession = { ...paused.session, stay: 'chosen', isChoosing: true };
  const choice = report(chosen, 'continue', position);
  return { session: choice.session, reports: [...paused.reports, ...choice.reports] };
}

/** The first letter after the choice, in the page that plays. */
function stepTyped(session: ListeningSession, position: number): ListeningStep {
  if (session.stay !== 'chosen' || !session.hasPlayed) return quietly(session);
  return report({ ...session, stay: 'over' }, 'typed', position);
}

function stepVisibility(session: ListeningSession, visible: boolean, position: number): ListeningStep {
  if (!session.playing) return quietly({ ...session, visible });
  return report({ ...session, visible, playedHidden: true }, 'beat', position);
}

function stepSecond(session: ListeningSession, position: number, isWaiting: boolean): ListeningStep {
  if (!session.playing) return quietly(session);
  if (!session.visible || isWaiting) return stepUncounted(session, position);
  const repeats = session.heardAtTick.some(([from, to]) => from <= position - 1 && position <= to);
  const counted = session.counted + (repeats ? 0 : 1);
  const heard = Math.max(
    Math.floor(session.vouched),
    Math.min(session.heard + (repeats ? 0 : 1), Math.ceil(session.vouched + counted)),
  );
  const heardAtTick = session.heardBefore;
  const next = { ...session, counted, heard, heardAtTick, repeats, sinceReport: session.sinceReport + 1 };
  const passed = milestoneSeconds.filter((seconds) => session.milestone < seconds && seconds <= heard).at(-1);
  if (passed !== undefined) return report({ ...next, milestone: passed }, 'milestone', position);
  const awaitsUnlock = !session.unlocked && heard >= requiredListeningSeconds;
  const pause = awaitsUnlock ? unlockBeatSeconds : beatSeconds;
  return next.sinceReport >= pause ? report(next, 'beat', position) : quietly(next);
}

/** Nothing counts anymore, but the server only sends audio while the player reports. */
function stepUncounted(session: ListeningSession, position: number): ListeningStep {
  const next = { ...session, sinceReport: session.sinceReport + 1 };
  return next.sinceReport >= beatSeconds ? report(next, 'beat', position) : quietly(next);
}

/** Corrects the count by the server's response; a difference of less than a second does not change the shown figure. */
function correct(
  session: ListeningSession,
  { listenedSeconds, unlocked, heard: heardBefore, stay, compared }: ListeningProgress,
  to: PlayReport['event'],
): ListeningSession {
  const isChoosing = session.isChoosing && to !== 'continue';
  const heard = Math.min(Math.max(session.heard, Math.floor(listenedSeconds)), Math.ceil(listenedSeconds));
  return {
    ...session,
    vouched: listenedSeconds,
    unlocked: session.unlocked || unlocked,
    counted: 0,
    heard,
    heardBefore,
    isCutOff: false,
    isChoosing,
    stay: isChoosing ? session.stay : stay,
    compared,
  };
}
