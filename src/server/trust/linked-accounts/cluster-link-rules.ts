import type { ClusterLink } from '#contract/operation/admin/admin-clusters.ts';
import type { RelatedAct, SharedMark } from './cluster-rules.ts';

/** The most pieces of evidence to show. A ring of hundreds has many more of the same kind. */
const mostLinks = 300;

interface Shared {
  readonly kind: ClusterLink['kind'];
  readonly people: Set<string>;
}

/** Each piece of shared evidence once, with all members who share it, most members first. */
export function linksOf(marks: readonly SharedMark[], acts: readonly RelatedAct[]): ClusterLink[] {
  const shared = new Map<string, Shared>();
  // The mark of a network ends with its day: all days of one network are one piece of evidence.
  for (const { userId, kind, mark } of marks) {
    const key = `${kind} ${mark.split(' ')[0]}`;
    const { people } = shared.get(key) ?? { people: new Set<string>() };
    shared.set(key, { kind, people: people.add(userId) });
  }
  return [...shared.values(), ...groupsByActs(acts)]
    .filter(({ people }) => people.size > 1)
    .map(({ kind, people }) => ({ kind, userIds: [...people].toSorted() }))
    .toSorted((a, b) => b.userIds.length - a.userIds.length)
    .slice(0, mostLinks);
}

/** Who is related by acts of one kind, directly or through others. A ring has too many pairs to list. */
function groupsByActs(acts: readonly RelatedAct[]): Shared[] {
  const groupOf = new Map<string, Shared>();
  for (const { userId, otherId, kind } of acts) {
    const own = groupOf.get(`${kind} ${userId}`);
    const others = groupOf.get(`${kind} ${otherId}`);
    if (own && own === others) continue;
    const people = new Set([userId, otherId, ...(own?.people ?? []), ...(others?.people ?? [])]);
    const group = { kind, people };
    for (const id of people) groupOf.set(`${kind} ${id}`, group);
  }
  return [...new Set(groupOf.values())];
}
