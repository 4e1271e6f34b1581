import type { MomentCluster } from '#contract/insight/verdict/verdict.ts';

/** As a fraction of the width; closer labels would overlap. */
const closest = 0.11;

/** The moments with room for a label, strongest first. */
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
