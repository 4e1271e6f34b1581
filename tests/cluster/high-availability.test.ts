import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAdministrator } from '#tests/support/world/administrator.ts';
import { startDatabaseCluster } from '../../tools/cluster/database-cluster.ts';
import {
  cutOff,
  diskFull,
  frozen,
  killed,
  standbyFrozen,
  standbyKilled,
  switchedOver,
} from '../../tools/cluster/database-faults.ts';
import { hasDisks, restPort } from '../../tools/cluster/database-member.ts';
import { startEarshotServers } from '../../tools/cluster/earshot-servers.ts';
import { etcdMachines, etcdPort } from '../../tools/cluster/etcd.ts';
import { addressIn } from '../../tools/cluster/sample-files.ts';
import { makeClients } from '../../tools/faults/fault-run.ts';
import { makeLoadWorld } from '../../tools/load/load-world.ts';
import { missingPackages } from '../../tools/packages.ts';
import { type Rig, strike, survives } from './survive.ts';

const missing = missingPackages(['patroni', 'etcd', 'haproxy', 'initdb']);
const closing: (() => Promise<void>)[] = [];
let rig: Rig;

describe.skipIf(missing)(`three databases and three servers${missing ? ` (${missing})` : ''}`, () => {
  beforeAll(async () => {
    const cluster = await startDatabaseCluster();
    closing.push(cluster.close);
    const world = await makeLoadWorld({ databaseUrl: cluster.url });
    closing.push(world.close);
    const earshot = await startEarshotServers(world, cluster.folder);
    closing.push(earshot.close);
    rig = { cluster, world, earshot, clients: await makeClients(world, 3) };
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  test('the leader acknowledges a commit only once a synchronous standby has it', async () => {
    const shown = await asAdministrator({ url: rig.cluster.adminUrl }, (client) =>
      client.query(
        `select current_setting('synchronous_commit') as commit, current_setting('synchronous_standby_names') as names,
           (select count(*)::integer from pg_stat_replication where sync_state = 'sync') as standbys`,
      ),
    );
    console.log(shown.rows[0]);
    expect(shown.rows).toEqual([{ commit: 'on', names: expect.stringMatching(/database\d/), standbys: 1 }]);
  });

  test('without a certificate of the cluster no one can reach etcd or change the leader', async () => {
    const { network, certificates, members } = rig.cluster;
    const etcd = addressIn(network, etcdMachines[0]);
    const version = `https://${etcd}:${etcdPort}/version`;
    await expect(certificates.ask(version)).rejects.toThrow('certificate');
    expect(await certificates.ask(version, { as: etcd })).toMatchObject({ isOk: true });
    await expect(fetch(version.replace('https', 'http'))).rejects.toThrow();
    for (const { name, address } of members) {
      const switchover = certificates.ask(`https://${address}:${restPort}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: name }),
      });
      expect(await switchover).toEqual({ isOk: false, text: 'client certificate required' });
    }
  });

  test('every database connection is encrypted, and others are rejected', async () => {
    const plain = rig.cluster.adminUrl.split('?')[0] ?? '';
    await expect(asAdministrator({ url: plain }, (client) => client.query('select 1'))).rejects.toThrow(
      'no encryption',
    );
    const shown = await asAdministrator({ url: rig.cluster.adminUrl }, (client) =>
      client.query(
        `select backend_type, bool_and(ssl) as encrypted from pg_stat_activity join pg_stat_ssl using (pid)
           where client_addr is not null group by backend_type order by backend_type`,
      ),
    );
    expect(shown.rows).toEqual([
      { backend_type: 'client backend', encrypted: true },
      { backend_type: 'walsender', encrypted: true },
    ]);
  });

  test.for([killed, cutOff, frozen, switchedOver, standbyKilled, standbyFrozen])(
    'no money is lost, and everything is back in 30 s, when $name',
    (fault) => survives(rig, fault),
  );

  test.skipIf(!hasDisks)(
    `no money is lost, and everything is back in 30 s, when ${diskFull.name} (needs root to mount a small one)`,
    () => survives(rig, diskFull),
  );

  test('without synchronous_mode an isolated leader keeps acknowledging money that is then lost', async () => {
    await rig.cluster.setSynchronous(false);
    const { figures } = await strike(rig, cutOff, { paceMilliseconds: 200, mayForget: true });
    await rig.cluster.setSynchronous(true);
    expect(figures.lost).toBeGreaterThan(0);
  });
});
