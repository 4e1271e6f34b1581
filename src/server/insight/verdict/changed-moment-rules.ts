import type { KeptVerdict } from './kept-verdict-rules.ts';

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
