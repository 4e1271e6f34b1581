import type { MomentKind } from '#contract/music/tracks/moment-kinds.ts';
import type { KeptVerdict } from './kept-verdict-rules.ts';

interface Mark {
  readonly listenerId: string;
  readonly kind: MomentKind;
  readonly atSecond: number;
}

/** Marks by kind and second, in track order. */
export function countMarks(marks: readonly Mark[]): { kind: MomentKind; second: number; count: number }[] {
  const counts = new Map<string, { kind: MomentKind; second: number; count: number }>();
  for (const { kind, atSecond } of marks) {
    const key = `${kind} ${atSecond}`;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { kind, second: atSecond, count: 1 });
    else known.count += 1;
  }
  return [...counts.values()].toSorted((a, b) => a.second - b.second || a.kind.localeCompare(b.kind));
}

/**
 * For each of the first seconds, how many listeners had skipped or marked 'I'd skip here' by its end; each counts once.
 */
export function goneBySecond(
  skips: readonly { readonly listenerId: string; readonly atSecond: number }[],
  marks: readonly Mark[],
  seconds: number,
): number[] {
  const first = new Map<string, number>();
  for (const { listenerId, atSecond } of [...skips, ...marks.filter(({ kind }) => kind === 'skip')])
    first.set(listenerId, Math.min(atSecond, first.get(listenerId) ?? Number.POSITIVE_INFINITY));
  const moments = [...first.values()];
  return Array.from({ length: seconds }, (_, second) => moments.filter((at) => at <= second).length);
}

type Cluster = KeptVerdict['clusters'][number];
type ChangedMoment = Cluster & { readonly standsOut: 'now' | 'before' | 'both' };

const isSame = (one: Cluster, other: Cluster): boolean =>
  one.kind === other.kind && one.from < other.to && other.from < one.to;

/**
 * The moments that stand out in the new version, in the former one, or in both at the same position; in track order.
 */
export const changedMoments = (now: readonly Cluster[], before: readonly Cluster[]): ChangedMoment[] =>
  [
    ...now.map((cluster) => ({
      ...cluster,
      standsOut: before.some((other) => isSame(cluster, other)) ? ('both' as const) : ('now' as const),
    })),
    ...before
      .filter((cluster) => !now.some((other) => isSame(cluster, other)))
      .map((cluster) => ({ ...cluster, standsOut: 'before' as const })),
  ].toSorted((one, other) => one.from - other.from);
