/** An account that used a network on a day, or has an address in an email domain. */
export interface Place {
  readonly userId: string;
  readonly kind: string;
  readonly mark: string;
}

/** The decided cluster of each account. */
export type DecidedClusters = ReadonlyMap<string, string>;

/** A place that more clusters than this share says nothing about any two of them. */
const mostAtOnePlace = 64;

/** For each pair of clusters: the members of the first that share a place with a member of the second. */
type Meetings = readonly Map<number, Set<string>>[];

/**
 * Merges clusters that work from the same places, so that one decision covers them: at least half of the members of each share
 * a network on the same day, or an email domain, with a member of the other. The evidence for each member does not depend on
 * this. An account never joins a decided cluster by place.
 */
export function joinedByPlace(
  clusters: readonly string[][],
  places: readonly Place[],
  decided: DecidedClusters,
): string[][] {
  const meetings = meetingsOf(clusters, places);
  const origins = clusters.map((userIds) => originOf(userIds, decided));
  const isHalf = (one: number, other: number) =>
    2 * (meetings[one]?.get(other)?.size ?? 0) >= (clusters[one]?.length ?? 0);
  const joinedTo = new Map<number, number>();
  const rootOf = (cluster: number): number => {
    const next = joinedTo.get(cluster);
    return next === undefined ? cluster : rootOf(next);
  };
  for (const [one, others] of meetings.entries()) {
    for (const other of others.keys()) {
      if (origins[one] !== origins[other]) continue;
      if (rootOf(one) === rootOf(other) || !isHalf(one, other) || !isHalf(other, one)) continue;
      joinedTo.set(rootOf(other), rootOf(one));
    }
  }
  const groups = Map.groupBy(clusters.keys(), rootOf);
  return [...groups.values()].map((group) => group.flatMap((cluster) => clusters[cluster] ?? []));
}

/**
 * The decided cluster that at least half of these accounts belong to; null if none of them belongs to any. If only a
 * few do, a new symbol: the group is then neither decided nor independent of the decision.
 */
function originOf(userIds: readonly string[], decided: DecidedClusters): string | symbol | null {
  const counts = new Map<string, number>();
  for (const userId of userIds) {
    const id = decided.get(userId);
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  if (counts.size === 0) return null;
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return most && 2 * most[1] >= userIds.length ? most[0] : Symbol('mixed');
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

/** For each place, the accounts of each cluster that used it. */
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
