import type { MomentCluster } from '#contract/verdict/verdict.ts';

/** Of the width: closer labels would lie over each other. */
const closest = 0.11;

/** The moments whose label has room, the strongest first. */
export function labeledClusters(
  clusters: readonly MomentCluster[],
  durationSeconds: number,
): readonly MomentCluster[] {
  const labeled: MomentCluster[] = [];
  for (const cluster of clusters) {
    const hasRoom = labeled.every(({ from }) => Math.abs(from - cluster.from) / durationSeconds >= closest);
    if (hasRoom) labeled.push(cluster);
  }
  return labeled;
}
