import { leastSecondsLeft, requiredListeningSeconds, trackSecondsForStay } from '#contract/business-rules.ts';
import type { StayState } from '#contract/listening/stay-states.ts';
import type { Stretch } from './heard-rules.ts';

// Unpaid seconds: what a listener hears after the paid minute, once they chose to (beyond, section 1).

/** What ended it. Only the end of what was left to hear and a lost connection say nothing about the listener. */
export const stops = ['sent', 'typed', 'paused', 'hidden', 'skipped', 'left', 'end', 'lost'] as const;
export type Stop = (typeof stops)[number];
/** Why the music stands still: it may go on within the time that each allows. */
export type Rest = 'paused' | 'hidden' | 'left' | 'lost';

export interface Stay {
  readonly minuteAt: Date;
  readonly chosenAt: Date | null;
  readonly unpaidMs: number;
  /** Since when the music stands still, else when it was last reported to play. */
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
/** Who has said nothing for so long after the minute has gone. */
const choiceMilliseconds = 3_600_000;
/** The end of a track is reported up to a second before its last one is over. */
const endToleranceSeconds = 1;

export const isCensored = (stop: Stop): boolean => stop === 'end' || stop === 'lost';

/** Seconds of a track that a listener has not heard yet. */
export const secondsLeft = (heard: readonly Stretch[], durationMs: number): number =>
  Math.ceil(durationMs / 1000) - heard.reduce((sum, { from, to }) => sum + to - from, 0);

/** Whether the end of the paid minute leaves a choice: enough of a track that is long enough. */
export const leavesChoice = (heard: readonly Stretch[], durationMs: number): boolean =>
  durationMs >= trackSecondsForStay * 1000 && secondsLeft(heard, durationMs) >= leastSecondsLeft;

/** Whether the paid minute was the first one of the track as it runs. */
export const isWholeMinute = ([first]: readonly Stretch[], sought: boolean): boolean =>
  !sought && first !== undefined && first.from === 0 && first.to >= requiredListeningSeconds;

/** What has ended it by now, null while it goes on. Nobody has to report that time has passed. */
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
  /** The music of this session played until now, as far as the server knows. */
  readonly wasPlaying: boolean;
  /** Milliseconds that the report proves and that were not heard before. */
  readonly grownMs: number;
  readonly secondsLeft: number;
  readonly now: Date;
}

/** The stay after a report of playback. */
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

/** Music that ran on was not chosen: the choice is made while it stands still. */
const choose = (stay: Stay, { wasPlaying, now }: StayReport): Stay =>
  wasPlaying ? stay : { ...stay, chosenAt: now, rest: 'paused', reportedAt: now };

/** A rest counts from its beginning; only leaving begins another one. */
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

/** A reload that comes back in time: nobody left before choosing. */
export const returned = (stay: Stay, now: Date): Stay =>
  stay.chosenAt === null && stay.rest === 'left' && stopByNow(stay, now) === null
    ? { ...stay, rest: 'paused', reportedAt: now }
    : stay;

/** What the listener's player is told of it; null where there is no choice. */
export function stayState(stay: Stay | undefined, now: Date): StayState | null {
  if (!stay) return null;
  if (stopByNow(stay, now) !== null) return 'over';
  return stay.chosenAt === null ? 'offered' : 'chosen';
}
