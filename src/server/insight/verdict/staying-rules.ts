import {
  countedListeners,
  fewestForHalf,
  fewestListenersShown,
  leastStaySeconds,
  type StopKind,
  stopKinds,
} from '#contract/insight/verdict/verdict-rules.ts';
import { wilsonInterval } from '../../statistics/proportion.ts';
import { medianSeconds, type Stay, stayingCurve } from '../../statistics/staying.ts';

/** How one listener left the track after the paid minute. */
export interface EndedStay {
  readonly unpaidSeconds: number;
  readonly stop: StopKind;
  readonly censored: boolean;
  readonly heardWholeMinute: boolean;
}

const hasStayed = (stay: Pick<EndedStay, 'unpaidSeconds'>): boolean => stay.unpaidSeconds >= leastStaySeconds;
/** A listener cut off before five seconds may or may not have stayed. */
const isKnown = (stay: EndedStay): boolean => hasStayed(stay) || !stay.censored;

/** Converts a stay for the curve: whole seconds, and 0 for those who did not stay. */
const toStay = (stay: EndedStay): Stay =>
  hasStayed(stay)
    ? { seconds: Math.floor(stay.unpaidSeconds), isCensored: stay.censored }
    : { seconds: 0, isCensored: false };

/** The counted listeners, and how many of them stayed. Null with fewer than five. */
export function countStays(
  all: readonly EndedStay[],
): { counted: readonly EndedStay[]; stayed: number } | null {
  const known = all.filter(isKnown);
  const counted = known.slice(known.length - countedListeners(known.length));
  return counted.length === 0 ? null : { counted, stayed: counted.filter(hasStayed).length };
}

const nothing = {
  listeners: 0,
  stayed: 0,
  interval: null,
  stops: [],
  curve: [],
  curveListeners: 0,
  half: null,
  stayedSeconds: [],
};

/**
 * The figures about who stayed.
 * @param all listeners who have stopped, newest first; the oldest are counted, in steps of three
 */
export function stayingFigures(all: readonly EndedStay[]) {
  const known = all.filter(isKnown).length;
  const count = countStays(all);
  if (count === null) return { ...nothing, notYetCounted: known };
  const { counted, stayed } = count;
  const seconds = counted.filter(hasStayed).map(toStay);
  const whole = counted.filter(({ heardWholeMinute }) => heardWholeMinute).map(toStay);
  const showsCurve = whole.length >= fewestListenersShown;
  return {
    listeners: counted.length,
    notYetCounted: known - counted.length,
    stayed,
    interval: wilsonInterval(stayed / counted.length, counted.length),
    stops: stopKinds.flatMap((kind) => {
      const stopped = counted.filter(({ stop }) => stop === kind).length;
      return stopped === 0 ? [] : [{ kind, count: stopped }];
    }),
    curve: showsCurve ? stayingCurve(whole) : [],
    curveListeners: showsCurve ? whole.length : 0,
    half: stayed < fewestForHalf ? null : { seconds: medianSeconds(seconds) },
    stayedSeconds:
      stayed < fewestForHalf ? seconds.map((stay) => stay.seconds).toSorted((a, b) => a - b) : [],
  };
}
