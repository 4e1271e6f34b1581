import {
  type Cluster,
  type ClusterEntry,
  type ClusterLink,
  mostClusterMembers,
} from '#contract/admin-clusters.ts';
import type { Queryable } from '../adapters/database/database.ts';
import { decodeCursor, type Page, pageOfRows } from '../cursor.ts';
import { refuse } from '../refusals.ts';
import type { RelatedAct, SharedMark } from './cluster-rules.ts';
import { actsAmong, marksOfPeople } from './cluster-store.ts';
import { clusterById, decidedClusters, membersOfCluster, openClusters } from './clusters-read-store.ts';

const pageSize = 30;
/** The most pieces of evidence to show. A ring of hundreds has many more of the same kind. */
const mostLinks = 300;

/** Lists clusters: undecided ones newest first, or decided ones by their latest decision. */
export async function listClusters(
  db: Queryable,
  { view, cursor }: { readonly view: 'open' | 'decided'; readonly cursor?: string | undefined },
): Promise<Page<ClusterEntry>> {
  const statement = view === 'open' ? openClusters : decidedClusters;
  const rows = await statement.all(db, { ...decodeCursor(cursor), most: pageSize + 1 });
  const placed = rows.map((row) => ({ id: row.id, createdAt: row.decidedAt ?? row.foundAt, row }));
  return pageOfRows(placed, pageSize, ({ row: { decidedAt: _, ...row } }) => ({
    ...row,
    foundAt: row.foundAt.toISOString(),
  }));
}

/** One cluster with the evidence between its members. @throws Refusal not_found */
export async function readCluster(db: Queryable, callerId: string, id: string): Promise<Cluster> {
  const cluster = (await clusterById.one(db, { id })) ?? refuse('not_found');
  const members = await membersOfCluster.all(db, { id, most: mostClusterMembers });
  const userIds = members.map(({ userId }) => userId);
  const { decision, decidedAt, decidedBy, note } = cluster;
  return {
    id,
    foundAt: cluster.foundAt.toISOString(),
    changedAt: cluster.changedAt.toISOString(),
    members: members.map((member) => ({
      ...member,
      joinedAt: member.joinedAt.toISOString(),
      suspendedAt: member.suspendedAt?.toISOString() ?? null,
    })),
    links: linksOf(await marksOfPeople.all(db, { userIds }), await actsAmong.all(db, { userIds })),
    decided: decision &&
      decidedAt && { decision, at: decidedAt.toISOString(), by: decidedBy ?? '', reason: note ?? '' },
    isOwn: userIds.includes(callerId),
  };
}

/** Each piece of shared evidence once, with all members who share it, most members first. */
function linksOf(marks: readonly SharedMark[], acts: readonly RelatedAct[]): ClusterLink[] {
  const joined = new Map<string, { kind: ClusterLink['kind']; people: Set<string> }>();
  const add = (key: string, kind: ClusterLink['kind'], ...people: string[]) => {
    const link = joined.get(key) ?? { kind, people: new Set<string>() };
    for (const id of people) link.people.add(id);
    joined.set(key, link);
  };
  // The mark of a network ends with its day: all days of one network are one piece of evidence.
  for (const { userId, kind, mark } of marks) add(`${kind} ${mark.split(' ')[0]}`, kind, userId);
  for (const { userId, otherId, kind } of acts)
    add(`${kind} ${[userId, otherId].toSorted().join(' ')}`, kind, userId, otherId);
  return [...joined.values()]
    .filter(({ people }) => people.size > 1)
    .map(({ kind, people }) => ({ kind, userIds: [...people].toSorted() }))
    .toSorted((a, b) => b.userIds.length - a.userIds.length)
    .slice(0, mostLinks);
}
