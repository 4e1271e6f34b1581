import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { apiUser } from '#tests/support/earshot.ts';
import { sqlRow } from '#tests/support/sql.ts';
import { type DatabaseCluster, startDatabaseCluster } from '../../tools/cluster/database-cluster.ts';
import { hasDisks } from '../../tools/cluster/database-member.ts';
import { type EarshotServers, startEarshotServers } from '../../tools/cluster/earshot-servers.ts';
import {
  cutOff,
  diskFull,
  frozen,
  killed,
  type LeaderFault,
  switchedOver,
} from '../../tools/cluster/leader-faults.ts';
import { missingPackages } from '../../tools/cluster/packages.ts';
import type { JournalFigures } from '../../tools/faults/check-journal.ts';
import { type Clients, makeClients, startLoad } from '../../tools/faults/fault-run.ts';
import { type LoadWorld, makeLoadWorld } from '../../tools/load/load-world.ts';

const missing = missingPackages(['patroni', 'etcd', 'haproxy', 'initdb']);
const mostSeconds = 30;
const clientsOfMoney = 3;
const load = { paceMilliseconds: 200, reviews: 150 } as const;
const before = 5_000;
const after = 8_000;
let cluster: DatabaseCluster;
let world: LoadWorld;
let earshot: EarshotServers;
let clients: Clients;

describe.skipIf(missing)(`three databases and three servers${missing ? ` (${missing})` : ''}`, () => {
  beforeAll(async () => {
    cluster = await startDatabaseCluster();
    world = await makeLoadWorld({ databaseUrl: cluster.url });
    earshot = await startEarshotServers(world, cluster.folder);
    clients = await makeClients(world, clientsOfMoney);
  });
  afterAll(async () => {
    await earshot?.close();
    await world?.close();
    await cluster?.close();
  });

  test.for([killed, cutOff, frozen, switchedOver])('the leader is $name', (fault) => survives(fault));
  test.skipIf(!hasDisks)(
    'the leader is out of room on its disk (needs root, which may mount a small one)',
    () => survives(diskFull),
  );
});

/** Strikes the leader under a load of money, and looks at everything that has to hold. */
async function survives(fault: LeaderFault): Promise<void> {
  await cluster.untilWhole();
  const money = await startLoad(world, clients, load);
  await sleep(before);
  const leader = await cluster.leader();
  const red = watchReadiness();
  const struckAt = Date.now();
  await fault.strike(cluster, leader);
  const next = await untilAnotherLeads(leader.name);
  const ledAfter = Date.now() - struckAt;
  await earshot.untilReady(mostSeconds);
  await fault.mend(leader);
  await sleep(after);
  const figures = await money.finish();
  const silence = longestSilence(figures, struckAt);
  console.log(
    `The leader is ${fault.name}: ${figures.acknowledged} acts acknowledged, ${figures.lost} lost, ${figures.doubled} doubled, ` +
      `audit ${figures.audit}; ${next} led after ${inSeconds(ledAfter)}, longest time without an acknowledged act ` +
      `${inSeconds(silence)}; ${countFailures(figures)}; /ready was red for ${inSeconds(red.stop())}`,
  );
  expect({ lost: figures.lost, doubled: figures.doubled, audit: figures.audit }).toEqual({
    lost: 0,
    doubled: 0,
    audit: 0,
  });
  expect(silence).toBeLessThan(mostSeconds * 1000);
  expect(figures.failures.filter(({ status }) => status !== 0 && status !== 503)).toEqual([]);
  await everyServerWorks();
  await cluster.untilWhole();
}

const inSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

async function untilAnotherLeads(former: string): Promise<string> {
  const leading = async () => (await cluster.leader().catch(() => undefined))?.name ?? former;
  await expect.poll(leading, { timeout: 60_000, interval: 200 }).not.toBe(former);
  return leading();
}

function longestSilence({ answers }: JournalFigures, from: number): number {
  const moments = [from, ...answers.map(({ at }) => at).filter((at) => at > from)].sort((a, b) => a - b);
  return Math.max(...moments.slice(1).map((at, place) => at - (moments[place] ?? at)));
}

function countFailures({ failures }: JournalFigures): string {
  const kinds = Map.groupBy(failures, ({ status }) => status);
  return (
    [...kinds].map(([status, all]) => `${all.length} x ${status || 'no answer'}`).join(', ') || 'no failures'
  );
}

/** How long at least one server was not ready. */
function watchReadiness() {
  let red = 0;
  let last = Date.now();
  const looking = setInterval(async () => {
    const states = await earshot.readiness();
    const now = Date.now();
    if (!states.every(Boolean)) red += now - last;
    last = now;
  }, 250);
  return {
    stop: () => {
      clearInterval(looking);
      return red;
    },
  };
}

/** Each server writes, hears of what the others wrote, and works on jobs: on the new leader. */
async function everyServerWorks(): Promise<void> {
  for (const { url } of earshot.servers) {
    const userId = await world.person({ userType: 'listener' });
    const user = apiUser(url, userId, (await world.signIn(userId)).accessToken);
    await user.get(api.accounts.updateProfile, { body: { displayName: 'Kim' } });
    expect((await user.get(api.wallet.readWallet, {})).availableCents).toBe(0);
  }
  const overdue = `select count(*)::integer as waiting from graphile_worker.jobs
    where attempts < max_attempts and run_at < now() - interval '5 seconds'`;
  await expect
    .poll(async () => (await sqlRow(world.owner.database, overdue)).waiting, { timeout: 60_000 })
    .toBe(0);
}
