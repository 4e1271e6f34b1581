import { requiredListeningSeconds } from '#contract/business-rules.ts';
import type { Verdict } from '#contract/insight/verdict/verdict.ts';
import { fewestListenersShown } from '#contract/insight/verdict/verdict-rules.ts';

/** Points of SVG lines in a 100 by 100 box; the top is everyone. */
export interface CurveShapes {
  /** The share still listening, from the end of the paid minute on. */
  readonly line: string;
  readonly band: string;
}

type Point = readonly [x: number, y: number];
const drawn = (points: readonly Point[]): string =>
  points.map(([x, y]) => `${x.toFixed(3)},${y.toFixed(2)}`).join(' ');
const height = (share: number): number => 100 - share * 100;

/** Values that hold until the next one, as steps to the end of the track. */
function steps(
  points: readonly { readonly second: number; readonly value: number }[],
  start: number,
  durationSeconds: number,
): Point[] {
  const x = (second: number) => (Math.min(durationSeconds, start + second) / durationSeconds) * 100;
  return points.flatMap(({ second, value }, at): Point[] => {
    const until = points[at + 1]?.second ?? durationSeconds - start;
    return [
      [x(second), height(value)],
      [x(until), height(value)],
    ];
  });
}

export function stayingShapes(curve: Verdict['staying']['curve'], durationSeconds: number): CurveShapes {
  const of = (value: (point: Verdict['staying']['curve'][number]) => number) =>
    steps(
      curve.map((point) => ({ second: point.second, value: value(point) })),
      requiredListeningSeconds,
      durationSeconds,
    );
  return {
    line: drawn(of(({ share }) => share)),
    band: drawn([...of(({ high }) => high), ...of(({ low }) => low).reverse()]),
  };
}

/** Fewer listeners are shown as single marks in the lanes instead of a curve. */
export const hasFirstMinuteCurve = ({ listeners }: Verdict['firstMinute']): boolean =>
  listeners >= fewestListenersShown;

/** Seconds at which someone skipped or would have, with the total by then; always includes the first second. */
export const firstMinuteSteps = ({ gone }: Verdict['firstMinute']): { second: number; gone: number }[] =>
  gone
    .map((count, second) => ({ second, gone: count }))
    .filter((step, place) => place === 0 || step.gone !== gone[place - 1]);

/** The share that had not skipped by each second of the first minute. */
export function firstMinuteLine(
  { listeners, gone }: Verdict['firstMinute'],
  durationSeconds: number,
): string {
  if (listeners === 0) return '';
  const left = gone.map((count, second) => ({ second, value: Math.max(0, 1 - count / listeners) }));
  const end = Math.min(requiredListeningSeconds, durationSeconds);
  const points = steps(left, 0, durationSeconds).map(
    ([x, y]): Point => [Math.min(x, (end / durationSeconds) * 100), y],
  );
  return drawn(points);
}
