/** Somebody was at a network on a day, or has an address of a mail domain. */
export interface Place {
  readonly userId: string;
  readonly kind: string;
  readonly mark: string;
}

/** Where more clusters than this meet at one place, it tells nothing about any two of them. */
const mostAtOnePlace = 64;

/** By cluster and other cluster: who of the one has been where somebody of the other was. */
type Meetings = readonly Map<number, Set<string>>[];

/**
 * Clusters that work from the same places are one, so that one decision ends them: at least half of the people of each share a
 * network's day or a mail domain with somebody of the other. What each of them is in a cluster for stands without that.
 */
export function joinedByPlace(clusters: readonly string[][], places: readonly Place[]): string[][] {
  const meetings = meetingsOf(clusters, places);
  const isHalf = (one: number, other: number) =>
    2 * (meetings[one]?.get(other)?.size ?? 0) >= (clusters[one]?.length ?? 0);
  const joinedTo = new Map<number, number>();
  const rootOf = (cluster: number): number => {
    const next = joinedTo.get(cluster);
    return next === undefined ? cluster : rootOf(next);
  };
  for (const [one, others] of meetings.entries()) {
    for (const other of others.keys()) {
      if (rootOf(one) === rootOf(other) || !isHalf(one, other) || !isHalf(other, one)) continue;
      joinedTo.set(rootOf(other), rootOf(one));
    }
  }
  const groups = Map.groupBy(clusters.keys(), rootOf);
  return [...groups.values()].map((group) => group.flatMap((cluster) => clusters[cluster] ?? []));
}

function meetingsOf(clusters: readonly string[][], places: readonly Place[]): Meetings {
  const meetings = clusters.map(() => new Map<number, Set<string>>());
  for (const there of peopleByPlace(clusters, places)) {
    if (there.size > mostAtOnePlace) continue;
    for (const [one, userIds] of there) {
      for (const other of there.keys()) {
        const met = meetings[one];
        if (met && other !== one) met.set(other, (met.get(other) ?? new Set()).union(userIds));
      }
    }
  }
  return meetings;
}

/** For each place, who of which cluster was there. */
function peopleByPlace(
  clusters: readonly string[][],
  places: readonly Place[],
): Iterable<ReadonlyMap<number, ReadonlySet<string>>> {
  const clusterOf = new Map(
    clusters.flatMap((userIds, cluster) => userIds.map((id) => [id, cluster] as const)),
  );
  const byPlace = new Map<string, Map<number, Set<string>>>();
  for (const { userId, kind, mark } of places) {
    const cluster = clusterOf.get(userId);
    if (cluster === undefined) continue;
    const there = byPlace.get(`${kind} ${mark}`) ?? new Map<number, Set<string>>();
    there.set(cluster, (there.get(cluster) ?? new Set()).add(userId));
    byPlace.set(`${kind} ${mark}`, there);
  }
  return byPlace.values();
}
