import {
  countedListeners,
  fewestForHalf,
  fewestListenersShown,
  leastStaySeconds,
  type StopKind,
  stopKinds,
} from '#contract/verdict/verdict-rules.ts';
import { wilsonInterval } from '../statistics/proportion.ts';
import { medianSeconds, type Stay, stayingCurve } from '../statistics/staying-curve.ts';

/** How one listener left the track after the paid minute. */
export interface EndedStay {
  readonly unpaidSeconds: number;
  readonly stop: StopKind;
  readonly censored: boolean;
  readonly heardWholeMinute: boolean;
}

const hasStayed = (stay: Pick<EndedStay, 'unpaidSeconds'>): boolean => stay.unpaidSeconds >= leastStaySeconds;
/** Who was cut off before five seconds may have stayed or not. */
const isKnown = (stay: EndedStay): boolean => hasStayed(stay) || !stay.censored;

/** As the curve takes it: whole seconds, and who left without staying left at once. */
const toStay = (stay: EndedStay): Stay =>
  hasStayed(stay)
    ? { seconds: Math.floor(stay.unpaidSeconds), isCensored: stay.censored }
    : { seconds: 0, isCensored: false };

/** How many are counted, and how many of them stayed. Null before five. */
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
 * What is said of who stayed.
 * @param all who has stopped, the newest first; the oldest are counted, in steps of three
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
