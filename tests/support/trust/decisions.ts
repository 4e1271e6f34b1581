import { api } from '#contract/index.ts';
import { aPerson } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';
import type { Account } from './accounts.ts';
import type { TrustWorld } from './trust-world.ts';

export interface Clustered {
  readonly userId: string;
  readonly clusterId: string;
  readonly kinds: readonly string[];
}

/** What a person finds who looks now. */
export async function clustered({ owner }: TrustWorld): Promise<Clustered[]> {
  const rows = await sql(owner, 'select user_id, cluster_id, kinds from cluster_members');
  return rows.map((row) => ({
    userId: String(row.user_id),
    clusterId: String(row.cluster_id),
    kinds: Array.isArray(row.kinds) ? row.kinds.map(String) : [],
  }));
}

const adminSeat = { address: '10.0.0.1', deviceMark: undefined };

/** An admin suspends every cluster, each by one decision; answers how many decisions ended whose sessions. */
export async function decideClusters(
  world: TrustWorld,
  members: readonly Clustered[],
): Promise<Map<string, readonly string[]>> {
  const admin = await aPerson(world.owner, { displayName: 'Admin', admin: true });
  const token = await world.signIn(admin, adminSeat);
  const suspended = new Map<string, readonly string[]>();
  for (const clusterId of new Set(members.map((member) => member.clusterId))) {
    const userIds = members.filter((member) => member.clusterId === clusterId).map(({ userId }) => userId);
    const { answer } = await world.call(token, adminSeat, api.admin.decideCluster, {
      params: { clusterId },
      body: { decision: 'suspended', userIds, reason: 'One ring.' },
    });
    const done = (answer?.outcomes ?? []).filter(({ outcome }) => outcome === 'done');
    suspended.set(
      clusterId,
      done.map(({ id }) => id),
    );
  }
  return suspended;
}

/** An admin approves the payouts that honest people wait for; answers how many were refused. */
export async function approveHonest(world: TrustWorld, accounts: readonly Account[]): Promise<number> {
  const admin = await aPerson(world.owner, { displayName: 'Admin', admin: true });
  const token = await world.signIn(admin, adminSeat);
  let refused = 0;
  for (const { strategy, payoutId } of accounts) {
    if (strategy !== undefined || payoutId === undefined) continue;
    const read = { params: { payoutId }, body: {} };
    await world.call(token, adminSeat, api.admin.readPayout, read);
    const { answer } = await world.call(token, adminSeat, api.admin.approvePayouts, {
      body: { payoutIds: [payoutId] },
    });
    if (answer?.outcomes[0]?.outcome !== 'done') refused += 1;
    world.deps.clock.advance(1);
  }
  return refused;
}
