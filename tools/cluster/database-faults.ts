import { setTimeout as sleep } from 'node:timers/promises';
import { asAdministrator } from '#tests/support/world/administrator.ts';
import type { DatabaseCluster, Role } from './database-cluster.ts';
import type { DatabaseMember } from './database-member.ts';

/** A fault of one of the three databases. */
export interface DatabaseFault {
  readonly name: string;
  /** The role of the member it strikes. Another member takes the role over. */
  readonly of: Role;
  strike(cluster: DatabaseCluster, victim: DatabaseMember): Promise<void>;
  /** Repairs the member once another one has its role. */
  mend(victim: DatabaseMember): Promise<void>;
}

const logs = 6;
const logMilliseconds = 500;

export const killed: DatabaseFault = {
  name: 'the leader is killed',
  of: 'leader',
  strike: (_, leader) => leader.kill(),
  mend: (leader) => leader.start(),
};

export const standbyKilled: DatabaseFault = {
  name: 'the synchronous standby is killed',
  of: 'sync_standby',
  strike: (_, standby) => standby.kill(),
  mend: (standby) => standby.start(),
};

export const cutOff: DatabaseFault = {
  name: 'the leader is cut off from the other databases and from etcd, but not from Earshot',
  of: 'leader',
  strike: async (_, leader) => leader.cutOff(true),
  mend: async (leader) => leader.cutOff(false),
};

export const frozen: DatabaseFault = {
  name: 'the leader is frozen, and awake again after another one leads',
  of: 'leader',
  strike: (_, leader) => leader.freeze(),
  mend: (leader) => leader.thaw(),
};

export const standbyFrozen: DatabaseFault = {
  name: 'the synchronous standby is frozen',
  of: 'sync_standby',
  strike: (_, standby) => standby.freeze(),
  mend: (standby) => standby.thaw(),
};

export const diskFull: DatabaseFault = {
  name: 'the leader is out of room on its disk',
  of: 'leader',
  strike: async ({ adminUrl }, leader) => {
    await leader.fillDisk();
    // Uses up the preallocated WAL files, too.
    for (let log = 0; log < logs; log += 1) {
      const switched = asAdministrator({ url: adminUrl }, (client) => client.query('select pg_switch_wal()'));
      await Promise.race([switched, sleep(logMilliseconds)]).catch(() => undefined);
      switched.catch(() => undefined);
    }
  },
  mend: (leader) => leader.emptyDisk(),
};

export const switchedOver: DatabaseFault = {
  name: 'the leader is replaced on purpose',
  of: 'leader',
  strike: (cluster) => cluster.switchOver(),
  mend: async () => undefined,
};
