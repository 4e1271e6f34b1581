import { leastSecondsLeft, requiredListeningSeconds, trackSecondsForStay } from '#contract/business-rules.ts';
import type { StayState } from '#contract/reviewing/listening/stay-states.ts';
import type { Stretch } from '../../music/tracks/audio/player-rules.ts';

// Unpaid seconds: what a listener hears after the paid minute, if they chose to keep listening (beyond, section 1).

/** What ended the stay. Only `end`, which means nothing was left to hear, and `lost` say nothing about the listener. */
export const stops = ['sent', 'typed', 'paused', 'hidden', 'skipped', 'left', 'end', 'lost'] as const;
export type Stop = (typeof stops)[number];
/** Why playback is interrupted. It may resume within each one's time limit. */
export type Rest = 'paused' | 'hidden' | 'left' | 'lost';

export interface Stay {
  readonly minuteAt: Date;
  readonly chosenAt: Date | null;
  readonly unpaidMs: number;
  /** When the interruption started, or the last report of playback. */
  readonly reportedAt: Date;
  readonly rest: Rest | null;
  readonly stop: Stop | null;
}

const restMilliseconds: Readonly<Record<Rest, number>> = {
  paused: 10_000,
  hidden: 10_000,
  left: 60_000,
  lost: 60_000,
};
/** A listener who makes no choice for this long after the minute has left. */
const choiceMilliseconds = 3_600_000;
/** The end of a track may be reported up to a second early. */
const endToleranceSeconds = 1;

export const isCensored = (stop: Stop): boolean => stop === 'end' || stop === 'lost';

export const secondsLeft = (heard: readonly Stretch[], durationMs: number): number =>
  Math.ceil(durationMs / 1000) - heard.reduce((sum, { from, to }) => sum + to - from, 0);

/** Whether the end of the paid minute offers a choice: the track is long enough, and enough of it is left. */
export const leavesChoice = (heard: readonly Stretch[], durationMs: number): boolean =>
  durationMs >= trackSecondsForStay * 1000 && secondsLeft(heard, durationMs) >= leastSecondsLeft;

/** Whether the paid minute was the track's first minute, without seeking. */
export const isWholeMinute = ([first]: readonly Stretch[], sought: boolean): boolean =>
  !sought && first !== undefined && first.from === 0 && first.to >= requiredListeningSeconds;

/** What has ended the stay by now; null while it continues. Elapsed time ends it without a report. */
export function stopByNow(stay: Stay, now: Date): Stop | null {
  if (stay.stop !== null) return stay.stop;
  const silence = now.getTime() - stay.reportedAt.getTime();
  if (stay.chosenAt === null) {
    const hasLeft = stay.rest === 'left' && silence >= restMilliseconds.left;
    return hasLeft || now.getTime() - stay.minuteAt.getTime() >= choiceMilliseconds ? 'left' : null;
  }
  const rest = stay.rest ?? 'lost';
  return silence >= restMilliseconds[rest] ? rest : null;
}

export interface StayReport {
  readonly event: string;
  readonly playing: boolean;
  /** Whether this session was playing until now, as far as the server knows. */
  readonly wasPlaying: boolean;
  /** Newly heard milliseconds that the report proves. */
  readonly grownMs: number;
  readonly secondsLeft: number;
  readonly now: Date;
}

export function stepStay(stay: Stay, report: StayReport): Stay {
  const { event, now } = report;
  const stop = stopByNow(stay, now);
  if (stop !== null) return { ...stay, stop };
  if (stay.chosenAt === null) return event === 'continue' ? choose(stay, report) : rested(stay, report);
  const grown = { ...stay, unpaidMs: stay.unpaidMs + report.grownMs };
  if (event === 'typed') return { ...grown, stop: 'typed' };
  const left = event === 'end' ? leastSecondsLeft : endToleranceSeconds;
  if (report.secondsLeft < left) return { ...grown, stop: 'end' };
  return rested(grown, report);
}

/** Music that kept playing was not chosen: the choice is made while playback is paused. */
const choose = (stay: Stay, { wasPlaying, now }: StayReport): Stay =>
  wasPlaying ? stay : { ...stay, chosenAt: now, rest: 'paused', reportedAt: now };

/** An interruption counts from its start; only leaving starts a new one. */
function rested(stay: Stay, { event, playing, now }: StayReport): Stay {
  if (playing) return { ...stay, rest: null, reportedAt: now };
  const rest = restOf(event);
  if (stay.rest !== null && (rest !== 'left' || stay.rest === 'left')) return stay;
  return { ...stay, rest, reportedAt: now };
}

function restOf(event: string): Rest {
  if (event === 'leave') return 'left';
  if (event === 'error') return 'lost';
  return event === 'beat' ? 'hidden' : 'paused';
}

/** The page was reloaded in time, so the listener has not left before choosing. */
export const returned = (stay: Stay, now: Date): Stay =>
  stay.chosenAt === null && stay.rest === 'left' && stopByNow(stay, now) === null
    ? { ...stay, rest: 'paused', reportedAt: now }
    : stay;

/** The state for the listener's player; null if there is no choice. */
export function stayState(stay: Stay | undefined, now: Date): StayState | null {
  if (!stay) return null;
  if (stopByNow(stay, now) !== null) return 'over';
  return stay.chosenAt === null ? 'offered' : 'chosen';
}
