import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Queryable, Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type ClusterMember, clustersAmong, matchClusters } from './cluster-rules.ts';
import {
  actsAmong,
  clustersOfPeople,
  countCluster,
  joinCluster,
  leaveCluster,
  lockLookedAt,
  makeCluster,
  marksOfPeople,
  neighborsOf,
  peopleSince,
  relateByMoments,
  removeEmptyClusters,
  setLookedAt,
} from './cluster-store.ts';

export const findClustersJob = 'find-clusters';

const momentDays = 30;
/** Accounts in one statement. Each may have met a hundred others at each of sixty moments; more would take too long. */
const momentsAtOnce = 10;
const peopleAtOnce = 500;
/** The most accounts that one run loads around those that acted. A larger ring is found in parts, each with its own decision. */
const mostAround = 5000;
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * Finds the clusters around all accounts that acted since the last run, a few hundred at a time, each batch in its own
 * transaction. An interrupted run starts again from its beginning.
 */
export async function findClusters({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  const { until } = await database.transaction((tx) => lockLookedAt.only(tx, {}));
  let after = nobody;
  for (;;) {
    const acted = await peopleSince.all(database, { since: until, after, most: peopleAtOnce });
    const userIds = acted.map(({ userId }) => userId);
    await relateMoments(database, userIds, now);
    if (userIds.length > 0) await database.transaction((tx) => lookAround(tx, userIds, now));
    if (userIds.length < peopleAtOnce) break;
    after = userIds.at(-1) ?? nobody;
  }
  await setLookedAt.run(database, { until: now });
}

async function relateMoments(db: Queryable, acted: readonly string[], now: Date): Promise<void> {
  const since = new Date(now.getTime() - momentDays * dayMilliseconds);
  for (let first = 0; first < acted.length; first += momentsAtOnce) {
    await relateByMoments.run(db, { userIds: acted.slice(first, first + momentsAtOnce), since, now });
  }
}

async function lookAround(tx: Transaction, acted: string[], now: Date): Promise<void> {
  // One run at a time: two would create the same cluster twice.
  await lockLookedAt.only(tx, {});
  const people = await withRelated(tx, new Set(acted));
  const userIds = [...people];
  const marks = await marksOfPeople.all(tx, { userIds });
  const acts = await actsAmong.all(tx, { userIds });
  const known = await clustersOfPeople.all(tx, { userIds });
  await storeClusters(tx, known, clustersAmong(people, marks, acts), now);
}

/** These accounts and all that are related to them, directly or through others. */
async function withRelated(tx: Transaction, acted: ReadonlySet<string>): Promise<Set<string>> {
  const people = new Set(acted);
  for (let outermost = [...acted]; outermost.length > 0 && people.size < mostAround; ) {
    const near = await neighborsOf.all(tx, { userIds: outermost, most: mostAround });
    outermost = near.map(({ userId }) => userId).filter((id) => !people.has(id));
    for (const id of outermost) people.add(id);
  }
  return people;
}

async function storeClusters(
  tx: Transaction,
  rows: readonly { readonly id: string; readonly userId: string }[],
  found: readonly ClusterMember[][],
  now: Date,
): Promise<void> {
  const knownIds = [...new Set(rows.map(({ id }) => id))];
  const known = knownIds.map((id) => ({
    id,
    userIds: rows.filter((row) => row.id === id).map(({ userId }) => userId),
  }));
  const ids = matchClusters(found, known);
  const stored: string[] = [];
  for (const [place, members] of found.entries()) {
    const id = ids[place] ?? (await makeCluster.only(tx, { now })).id;
    stored.push(id);
    for (const { userId, kinds } of members)
      await joinCluster.run(tx, { id, userId, kinds: [...kinds], now });
    await leaveCluster.run(tx, { id, userIds: members.map(({ userId }) => userId) });
  }
  for (const id of knownIds.filter((each) => !stored.includes(each))) {
    await leaveCluster.run(tx, { id, userIds: [] });
  }
  for (const id of [...new Set([...stored, ...knownIds])]) await countCluster.run(tx, { id, now });
  await removeEmptyClusters.run(tx, { ids: knownIds });
}
