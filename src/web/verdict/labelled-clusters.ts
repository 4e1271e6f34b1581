import type { MomentCluster } from '#contract/verdict.ts';

/** Of the width: closer labels would lie over each other. */
const closest = 0.11;

/** The moments whose label has room, the strongest first. */
export function labelledClusters(
  clusters: readonly MomentCluster[],
  durationSeconds: number,
): readonly MomentCluster[] {
  const labelled: MomentCluster[] = [];
  for (const cluster of clusters) {
    const hasRoom = labelled.every(({ from }) => Math.abs(from - cluster.from) / durationSeconds >= closest);
    if (hasRoom) labelled.push(cluster);
  }
  return labelled;
}
