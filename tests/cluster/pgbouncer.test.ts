import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDatabaseCluster } from '../../tools/cluster/database-cluster.ts';
import { cutOff, killed, switchedOver } from '../../tools/cluster/database-faults.ts';
import { startEarshotServers } from '../../tools/cluster/earshot-servers.ts';
import { type Pgbouncer, startPgbouncer } from '../../tools/cluster/pgbouncer.ts';
import { makeClients, startLoad } from '../../tools/faults/fault-run.ts';
import { makeLoadWorld } from '../../tools/load/load-world.ts';
import { missingPackages } from '../../tools/packages.ts';
import { type Rig, survives, tellRun } from './survive.ts';

const missing = missingPackages(['patroni', 'etcd', 'haproxy', 'initdb', 'pgbouncer']);
const plainMilliseconds = 15_000;
const closing: (() => Promise<void>)[] = [];
let made: Omit<Rig, 'earshot'>;
let rig: Rig;
let pgbouncer: Pgbouncer;

describe.skipIf(missing)(`pgbouncer before three databases${missing ? ` (${missing})` : ''}`, () => {
  beforeAll(async () => {
    const cluster = await startDatabaseCluster();
    closing.push(cluster.close);
    const world = await makeLoadWorld({ databaseUrl: cluster.url });
    closing.push(world.close);
    pgbouncer = await startPgbouncer(cluster, (sample) => sample.replace(/ connect_query=.*/, ''));
    closing.push(() => pgbouncer.close());
    made = { cluster, world, clients: await makeClients(world, 3) };
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  test('a pooler with connections that lack a role and timeouts prevents the start, with lines to copy', async () => {
    const starting = made.world.startServer({
      PORT: '0',
      DATABASE_URL: pgbouncer.url,
      DATABASE_SESSION_URL: made.cluster.url,
    });
    await expect(starting).rejects.toThrow(
      'they work as earshot instead of earshot_app; idle_in_transaction_session_timeout is 0; lock_timeout is 0; statement_timeout is 0',
    );
  });

  test('payments work through a pooler in transaction mode as without it', async () => {
    await pgbouncer.close();
    pgbouncer = await startPgbouncer(made.cluster);
    const earshot = await startEarshotServers(made.world, made.cluster.folder, {
      DATABASE_URL: pgbouncer.url,
      DATABASE_SESSION_URL: made.cluster.url,
    });
    closing.push(earshot.close);
    rig = { ...made, earshot };
    await earshot.untilReady(30);
    const money = await startLoad(rig.world, rig.clients, { paceMilliseconds: 50, reviews: 100 });
    await sleep(plainMilliseconds);
    const figures = await money.finish();
    tellRun('Nothing happens, behind pgbouncer', figures);
    expect(figures.failures).toEqual([]);
    expect({ lost: figures.lost, doubled: figures.doubled, audit: figures.audit }).toEqual({
      lost: 0,
      doubled: 0,
      audit: 0,
    });
    expect(figures.acknowledged).toBeGreaterThan(100);
  });

  test.for([killed, cutOff, switchedOver])(
    'no money is lost behind it, and everything is back in 30 s, when $name',
    (fault) => survives(rig, fault),
  );
});
