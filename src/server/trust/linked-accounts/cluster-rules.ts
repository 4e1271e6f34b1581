import type { RelationKind } from '#contract/trust/linked-accounts/relation-kinds.ts';

/** All accounts with the same mark of a kind are related by it. */
export interface SharedMark {
  readonly userId: string;
  readonly kind: RelationKind;
  readonly mark: string;
}

/** A relation by what two accounts did. A near-equal text counts for the account that sent it later. */
export interface RelatedAct {
  readonly userId: string;
  readonly otherId: string;
  readonly kind: RelationKind;
}

export interface ClusterMember {
  readonly userId: string;
  readonly kinds: readonly RelationKind[];
}

/** Marks that strangers may share: they strengthen a relation and never create one. */
const weak: ReadonlySet<RelationKind> = new Set(['network', 'domain', 'started', 'typing']);
const fewestKinds = 2;
/** The largest household: accounts that share one browser and network, perhaps an email domain of their own, and nothing else. */
const largestHousehold = 4;
/** How many accounts of a household may share a payee. */
const largestCouple = 2;
const householdKinds: ReadonlySet<RelationKind> = new Set([...weak, 'device', 'script']);

/** Sets of accounts connected by strong relations, directly or through others. */
function components(
  people: ReadonlySet<string>,
  marks: readonly SharedMark[],
  acts: readonly RelatedAct[],
): string[][] {
  const parents = new Map([...people].map((id) => [id, id]));
  const rootOf = (id: string): string => {
    let root = id;
    for (let next = parents.get(root); next !== undefined && next !== root; next = parents.get(root))
      root = next;
    parents.set(id, root);
    return root;
  };
  const join = (one: string, other: string) => parents.set(rootOf(one), rootOf(other));
  const firstOf = new Map<string, string>();
  for (const { userId, kind, mark } of marks) {
    if (weak.has(kind) || !people.has(userId)) continue;
    const first = firstOf.get(`${kind} ${mark}`);
    if (first === undefined) firstOf.set(`${kind} ${mark}`, userId);
    else join(first, userId);
  }
  // An author who copies nobody is not joined: otherwise one copied text would merge two rings.
  const copiers = new Set(acts.filter(({ kind }) => kind === 'text').map(({ userId }) => userId));
  for (const { userId, otherId, kind } of acts)
    if (people.has(userId) && people.has(otherId) && (kind !== 'text' || copiers.has(otherId)))
      join(userId, otherId);
  const sets = new Map<string, string[]>();
  for (const id of people) sets.set(rootOf(id), [...(sets.get(rootOf(id)) ?? []), id]);
  return [...sets.values()].filter((set) => set.length > 1);
}

/** The kinds of evidence that each account shares with at least one of the others. */
function kindsWithin(
  people: ReadonlySet<string>,
  marks: readonly SharedMark[],
  acts: readonly RelatedAct[],
  homes: Homes = new Map(),
): Map<string, Set<RelationKind>> {
  const kinds = new Map([...people].map((id) => [id, new Set<RelationKind>()]));
  const holders = new Map<string, Set<string>>();
  const within = marks.filter(({ userId }) => people.has(userId));
  for (const { userId, kind, mark } of within) {
    const key = `${kind} ${mark}`;
    holders.set(key, (holders.get(key) ?? new Set()).add(userId));
  }
  for (const { userId, kind, mark } of within) {
    const sharing = holders.get(`${kind} ${mark}`) ?? new Set();
    const atHome = (homes.get(userId) ?? [userId]).filter((id) => sharing.has(id));
    if (sharing.size > atHome.length) kinds.get(userId)?.add(kind);
  }
  for (const { userId, otherId, kind } of acts) {
    if (people.has(userId) && people.has(otherId)) kinds.get(userId)?.add(kind);
  }
  return kinds;
}

/** The accounts at one browser, for each of them. */
type Homes = ReadonlyMap<string, readonly string[]>;

/** The homes in a set of accounts: as few as a household, and not the whole set. */
function homesWithin(people: ReadonlySet<string>, marks: readonly SharedMark[]): Homes {
  const ofBrowsers = marks.filter(({ kind }) => kind === 'device' || kind === 'script');
  return new Map(
    components(people, ofBrowsers, [])
      .filter(({ length }) => length <= largestHousehold && length < people.size)
      .flatMap((home) => home.map((id) => [id, home] as const)),
  );
}

/**
 * How many kinds of evidence speak for each account of a set. What a home has in common counts once in anything larger: one
 * text that is like a stranger's does not make two couples a ring.
 */
function evidenceWithin(
  people: ReadonlySet<string>,
  marks: readonly SharedMark[],
  acts: readonly RelatedAct[],
): Map<string, number> {
  const homes = homesWithin(people, marks);
  const beyond = kindsWithin(people, marks, acts, homes);
  return new Map(
    [...kindsWithin(people, marks, acts)].map(([id, kinds]) => {
      const sizeOfHome = homes.get(id)?.length ?? 0;
      const ofHome = [...kinds].filter(
        (kind) => beyond.get(id)?.has(kind) !== true && isOfHousehold(kind, sizeOfHome),
      );
      return [id, kinds.size - Math.max(0, ofHome.length - 1)];
    }),
  );
}

const isOfHousehold = (kind: RelationKind, size: number): boolean =>
  householdKinds.has(kind) || (kind === 'payee' && size <= largestCouple);

const isHousehold = (members: readonly ClusterMember[]): boolean =>
  members.length <= largestHousehold &&
  members.every(({ kinds }) => kinds.every((kind) => isOfHousehold(kind, members.length)));

/**
 * The clusters among these accounts: connected by strong relations, each member with at least two kinds of evidence. Accounts
 * with less are left out and are no evidence against the others. A household is no cluster.
 */
export function clustersAmong(
  people: ReadonlySet<string>,
  marks: readonly SharedMark[],
  acts: readonly RelatedAct[],
): ClusterMember[][] {
  const clusters: ClusterMember[][] = [];
  const waiting = components(people, marks, acts).map((set) => new Set(set));
  for (let set = waiting.pop(); set !== undefined; set = waiting.pop()) {
    const evidence = evidenceWithin(set, marks, acts);
    const left = new Set([...set].filter((id) => (evidence.get(id) ?? 0) >= fewestKinds));
    if (left.size < set.size) {
      waiting.push(...components(left, marks, acts).map((rest) => new Set(rest)));
      continue;
    }
    const members = membersOf(set, kindsWithin(set, marks, acts));
    if (!isHousehold(members)) clusters.push(members);
  }
  return clusters;
}

const membersOf = (
  userIds: ReadonlySet<string>,
  kinds: ReadonlyMap<string, ReadonlySet<RelationKind>>,
): ClusterMember[] =>
  [...userIds].toSorted().map((userId) => ({ userId, kinds: [...(kinds.get(userId) ?? [])].toSorted() }));

export interface KnownCluster {
  readonly id: string;
  readonly userIds: readonly string[];
}

/**
 * Matches each found cluster with the known cluster that it continues: the one with the most common members. Each known cluster
 * matches once.
 */
export function matchClusters(
  found: readonly (readonly ClusterMember[])[],
  known: readonly KnownCluster[],
): (string | undefined)[] {
  const idOf = new Map(known.flatMap(({ id, userIds }) => userIds.map((userId) => [userId, id] as const)));
  const taken = new Set<string>();
  const bySize = [...found.keys()].toSorted((a, b) => (found[b]?.length ?? 0) - (found[a]?.length ?? 0));
  const ids: (string | undefined)[] = found.map(() => undefined);
  for (const place of bySize) {
    const counts = new Map<string, number>();
    for (const { userId } of found[place] ?? []) {
      const id = idOf.get(userId);
      if (id !== undefined && !taken.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    const [best] = [...counts].toSorted((a, b) => b[1] - a[1]);
    if (!best) continue;
    ids[place] = best[0];
    taken.add(best[0]);
  }
  return ids;
}
