import type { MomentCluster } from '#contract/insight/verdict/verdict.ts';
import { momentLabels } from '#contract/music/tracks/moment-kinds.ts';
import { formatDuration } from '#web/ui/display/duration.ts';

const inTrackOrder = (clusters: readonly MomentCluster[]): MomentCluster[] =>
  [...clusters].sort((a, b) => a.from - b.from);

const nameOf = ({ kind, people, heardBy }: MomentCluster): string =>
  `${momentLabels[kind]}: ${people} of ${heardBy}`;

/** Minutes, seconds and thousandths, as in Reaper's time ruler. */
const rulerTime = (second: number): string => `${formatDuration(second)}.000`;

/**
 * The moments as regions for Reaper's Region/Marker Manager (Import regions/markers). It reads UTF-8 without a byte
 * order mark.
 */
export const reaperRegions = (clusters: readonly MomentCluster[]): string =>
  [
    '#,Name,Start,End,Length',
    ...inTrackOrder(clusters).map((cluster, place) => {
      const { from, to } = cluster;
      return `R${place + 1},"${nameOf(cluster)}",${[from, to, to - from].map(rulerTime).join(',')}`;
    }),
    '',
  ].join('\r\n');

/** The moments as a label file for Audacity (File > Import > Labels): start, end and text, separated by tabs. */
export const audacityLabels = (clusters: readonly MomentCluster[]): string =>
  inTrackOrder(clusters)
    .map((cluster) => `${cluster.from.toFixed(6)}\t${cluster.to.toFixed(6)}\t${nameOf(cluster)}\n`)
    .join('');
