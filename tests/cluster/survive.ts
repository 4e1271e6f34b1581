import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { api } from '#contract/index.ts';
import { realtimePath } from '#contract/realtime-connection.ts';
import { apiUser } from '#tests/support/people/api-user.ts';
import { sqlRow } from '#tests/support/world/sql.ts';
import type { DatabaseCluster, Role } from '../../tools/cluster/database-cluster.ts';
import type { DatabaseFault } from '../../tools/cluster/database-faults.ts';
import type { EarshotServers } from '../../tools/cluster/earshot-servers.ts';
import type { JournalFigures } from '../../tools/faults/check-journal.ts';
import { type Clients, type LoadOptions, startLoad } from '../../tools/faults/fault-run.ts';
import type { LoadWorld } from '../../tools/load/load-world.ts';

/** Three databases and what runs on them. */
export interface Rig {
  readonly cluster: DatabaseCluster;
  readonly world: LoadWorld;
  readonly earshot: EarshotServers;
  readonly clients: Clients;
}

export const mostSeconds = 30;
const pace: LoadOptions = { paceMilliseconds: 200, reviews: 150 };
const beforeMilliseconds = 5_000;
const afterMilliseconds = 8_000;
const patiently = { timeout: 60_000, interval: 200 };

export interface Struck {
  readonly figures: JournalFigures;
  /** Milliseconds without an acknowledged act after the fault, at most. */
  readonly silence: number;
}

/** Strikes one database under a load of money, and brings it back once another one has its role. */
export async function strike(rig: Rig, fault: DatabaseFault, load: LoadOptions = pace): Promise<Struck> {
  await rig.cluster.untilWhole();
  const money = await startLoad(rig.world, rig.clients, load);
  try {
    const struck = await strikeOnce(rig, fault);
    const figures = await money.finish();
    const silence = longestSilence(figures, struck.at);
    tellRun(`${struck.told}, back after ${inSeconds(silence)}`, figures);
    return { figures, silence };
  } catch (error) {
    // A load that keeps running would count as unrequested money in the next test.
    await money.finish().catch(() => undefined);
    throw error;
  }
}

/** Answers when it struck, and what the databases and servers did. */
async function strikeOnce({ cluster, earshot }: Rig, fault: DatabaseFault) {
  await sleep(beforeMilliseconds);
  const victim = await cluster.holder(fault.of);
  const red = watchReadiness(earshot);
  try {
    const at = Date.now();
    await fault.strike(cluster, victim);
    const next = await untilAnotherHas(fault.of, cluster, victim.name);
    const takenAfter = Date.now() - at;
    await earshot.untilReady(mostSeconds);
    await fault.mend(victim);
    await sleep(afterMilliseconds);
    const told = `${fault.name}: ${next} has its role after ${inSeconds(takenAfter)}, /ready red for ${inSeconds(red.milliseconds())}`;
    return { at, told };
  } finally {
    red.stop();
  }
}

/** The same, and everything that has to hold afterwards. */
export async function survives(rig: Rig, fault: DatabaseFault): Promise<void> {
  const { figures, silence } = await strike(rig, fault);
  const { lost, doubled, audit, failures } = figures;
  expect({ lost, doubled, audit }).toEqual({ lost: 0, doubled: 0, audit: 0 });
  expect(silence).toBeLessThan(mostSeconds * 1000);
  expect(failures.filter(({ status }) => status !== 0 && status !== 503)).toEqual([]);
  await everyServerWorks(rig);
  await rig.cluster.untilWhole();
}

const inSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

export function tellRun(
  what: string,
  { acknowledged, lost, doubled, audit, failures }: JournalFigures,
): void {
  const kinds = Map.groupBy(failures, ({ status }) => status);
  const failed = [...kinds].map(([status, all]) => `${all.length} x ${status || 'no answer'}`).join(', ');
  console.log(
    `${what}; ${acknowledged} acts acknowledged, ${lost} lost, ${doubled} doubled, audit ${audit}; tried again: ${failed || 'none'}`,
  );
}

async function untilAnotherHas(role: Role, cluster: DatabaseCluster, former: string): Promise<string> {
  const holder = async () => (await cluster.holder(role).catch(() => undefined))?.name ?? former;
  await expect.poll(holder, patiently).not.toBe(former);
  return holder();
}

function longestSilence({ answers }: JournalFigures, from: number): number {
  const moments = [from, ...answers.map(({ at }) => at).filter((at) => at > from)].sort((a, b) => a - b);
  return Math.max(...moments.slice(1).map((at, place) => at - (moments[place] ?? at)));
}

/** How long at least one server was not ready. */
function watchReadiness(earshot: EarshotServers) {
  let red = 0;
  let last = Date.now();
  const looking = setInterval(async () => {
    const states = await earshot.readiness();
    const now = Date.now();
    if (!states.every(Boolean)) red += now - last;
    last = now;
  }, 250);
  return { milliseconds: () => red, stop: () => clearInterval(looking) };
}

/** On the new leader each server reads and writes, tells the pages of the others what it wrote, and works on jobs. */
async function everyServerWorks({ earshot, world }: Rig): Promise<void> {
  const userId = await world.person({ userType: 'listener' });
  const { accessToken } = await world.signIn(userId);
  const tabs = await Promise.all(earshot.servers.map(({ url }) => listenAt(url, accessToken)));
  for (const [place, { url }] of earshot.servers.entries()) {
    const user = apiUser(url, userId, accessToken);
    expect((await user.get(api.wallet.readWallet, {})).availableCents).toBe(0);
    await user.get(api.accounts.updateProfile, { body: { displayName: `Kim ${place}` } });
    for (const tab of tabs) await expect.poll(tab.changes, patiently).toBe(place + 1);
  }
  for (const tab of tabs) tab.close();
  const overdue = `select count(*)::integer as waiting from graphile_worker.jobs
    where attempts < max_attempts and run_at < now() - interval '5 seconds'`;
  await expect.poll(async () => (await sqlRow(world.owner.database, overdue)).waiting, patiently).toBe(0);
}

/** A page that is connected to one server and counts how often it is told of a change of the profile. */
async function listenAt(url: string, accessToken: string) {
  const socket = new WebSocket(url.replace('http', 'ws') + realtimePath, { origin: url });
  const heard: string[] = [];
  socket.on('message', (data) => heard.push(String(data)));
  await once(socket, 'open');
  socket.send(JSON.stringify({ token: accessToken }));
  await expect.poll(() => heard, patiently).toContain('{"alive":true}');
  return {
    changes: () => heard.filter((message) => message === '{"changed":"profile"}').length,
    close: () => socket.close(),
  };
}
