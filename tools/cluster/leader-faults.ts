import { setTimeout as sleep } from 'node:timers/promises';
import { asAdministrator } from '#tests/support/administrator.ts';
import type { DatabaseCluster } from './database-cluster.ts';
import type { DatabaseMember } from './database-member.ts';

/** What happens to the database that leads. */
export interface LeaderFault {
  readonly name: string;
  /** Needs a disk of its own for each database. */
  readonly needsDisk?: true;
  strike(cluster: DatabaseCluster, leader: DatabaseMember): Promise<void>;
  /** After another one leads: brings the former leader back. */
  mend(leader: DatabaseMember): Promise<void>;
}

const logs = 6;
const logMilliseconds = 500;

export const killed: LeaderFault = {
  name: 'killed',
  strike: (_, leader) => leader.kill(),
  mend: (leader) => leader.start(),
};

export const cutOff: LeaderFault = {
  name: 'cut off from the other databases and from etcd, but not from Earshot',
  strike: async (_, leader) => leader.cutOff(true),
  mend: async (leader) => leader.cutOff(false),
};

export const frozen: LeaderFault = {
  name: 'frozen, and awake again after another one leads',
  strike: (_, leader) => leader.freeze(),
  mend: (leader) => leader.thaw(),
};

export const diskFull: LeaderFault = {
  name: 'out of room on its disk',
  needsDisk: true,
  strike: async ({ adminUrl }, leader) => {
    await leader.fillDisk();
    // Files of the log that were made in advance are used up, too.
    for (let log = 0; log < logs; log += 1) {
      const switched = asAdministrator({ url: adminUrl }, (client) => client.query('select pg_switch_wal()'));
      await Promise.race([switched, sleep(logMilliseconds)]).catch(() => undefined);
      switched.catch(() => undefined);
    }
  },
  mend: (leader) => leader.emptyDisk(),
};

export const switchedOver: LeaderFault = {
  name: 'replaced on purpose',
  strike: (cluster) => cluster.switchOver(),
  mend: async () => undefined,
};
