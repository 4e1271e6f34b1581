import { isSameMoment, type MomentKind } from '#contract/music/tracks/moment-kinds.ts';
import type { Moment } from '#contract/music/tracks/tracks.ts';

/** A mark being added or removed. */
export interface MomentReport extends Moment {
  readonly event: 'moment' | 'undo';
}

/** The whole second at this position: the one just heard. */
export const secondAt = (position: number): number => Math.max(0, Math.ceil(position) - 1);

/** The mark that another press of this kind would remove. */
export const momentAt = (
  moments: readonly Moment[],
  kind: MomentKind,
  position: number,
): Moment | undefined =>
  moments.find((one) => one.kind === kind && isSameMoment(one.atSecond, secondAt(position)));

/** The effect of a press: a new mark, or the removal of the existing one. */
export function pressMoment(moments: readonly Moment[], kind: MomentKind, position: number): MomentReport {
  const there = momentAt(moments, kind, position);
  if (there) return { ...there, event: 'undo' };
  return { event: 'moment', kind, atSecond: secondAt(position) };
}

/** The marks once the pending reports have arrived. */
export function withReports(moments: readonly Moment[], reports: readonly MomentReport[]): Moment[] {
  return reports.reduce<Moment[]>(
    (now, { event, kind, atSecond }) => {
      const others = now.filter((one) => one.kind !== kind || one.atSecond !== atSecond);
      return event === 'undo' ? others : [...others, { kind, atSecond }];
    },
    [...moments],
  );
}

export interface OwnMoments {
  /** Including pending reports. */
  readonly shown: () => readonly Moment[];
  /** Shows the effect of a press and returns what to report. */
  readonly press: (kind: MomentKind, position: number) => MomentReport;
  /** A report was answered, with all marks as stored on the server, or it was given up. */
  readonly arrived: (report: MomentReport, marked?: readonly Moment[]) => void;
}

/** The marks of one listener in one track. */
export function createOwnMoments(start: readonly Moment[]): OwnMoments {
  let marked = start;
  let onTheirWay: readonly MomentReport[] = [];
  let shown = start;
  const show = () => {
    shown = withReports(marked, onTheirWay);
  };
  return {
    shown: () => shown,
    press: (kind, position) => {
      const report = pressMoment(shown, kind, position);
      onTheirWay = [...onTheirWay, report];
      show();
      return report;
    },
    arrived: (report, now = marked) => {
      marked = now;
      onTheirWay = onTheirWay.filter((one) => one !== report);
      show();
    },
  };
}
