import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readWallet } from '#contract/money/wallet/wallet.ts';
import { getAllPublicTracks } from '#contract/music/discovery/discovery.ts';
import { nextTrack } from '#contract/reviewing/listening/listening.ts';
import { aTrack } from '#tests/support/world/rows.ts';
import type { ServerProcess } from '#tests/support/world/server-process.ts';
import { wideLimits } from '#tests/support/world/wide-limits.ts';
import { ask } from './bench/ask.ts';
import { type LoadWorld, makeLoadWorld, type SignedIn } from './load/load-world.ts';
import { missingPackages } from './packages.ts';
import { adapted, startHaproxy, startNginx } from './sample-proxies.ts';

const usage = `Restarts nodes one after the other, under load, behind each of the sample proxies in docs/proxies.

  node tools/proxies.ts [--rounds 2] [--clients 8] [--only nginx-nodes.conf]

Needs nginx and haproxy on the PATH (Debian's packages). The samples run unchanged, except for addresses and certificates.
Exits with 1 if a call fails.`;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '2' },
    clients: { type: 'string', default: '8' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const root = join(import.meta.dirname, '..');

interface Sample {
  readonly file: string;
  readonly nodes: number;
  readonly start: (configuration: string, folder: string) => Promise<ChildProcess>;
}

const samples: readonly Sample[] = [
  { file: 'nginx-nodes.conf', nodes: 2, start: startNginx },
  { file: 'haproxy-nodes.cfg', nodes: 3, start: startHaproxy },
  { file: 'haproxy-one.cfg', nodes: 1, start: startHaproxy },
];

interface Tally {
  calls: number;
  longest: number;
  readonly failures: Map<string, number>;
}

/** Sends calls without a pause until told to stop. */
async function client(url: string, person: SignedIn, tally: Tally, isOver: () => boolean): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${person.accessToken}` };
  const calls = [
    { method: readWallet.method, url: url + readWallet.path, headers },
    { method: getAllPublicTracks.method, url: url + getAllPublicTracks.path, body: {} },
    { method: nextTrack.method, url: url + nextTrack.path, headers, body: {} },
  ];
  for (let i = 0; !isOver(); i += 1) {
    const call = calls[i % calls.length];
    if (!call) continue;
    const began = performance.now();
    await ask({ agent, ...call }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      tally.failures.set(reason, (tally.failures.get(reason) ?? 0) + 1);
    });
    tally.calls += 1;
    tally.longest = Math.max(tally.longest, performance.now() - began);
    await sleep(5);
  }
  agent.destroy();
}

async function tryProxy(world: LoadWorld, { file, nodes, start }: Sample): Promise<boolean> {
  const ports = await Promise.all(Array.from({ length: nodes }, () => world.freePort()));
  // A node that stops loses the batch of each limit that it took.
  const RATE_LIMITS = `${wideLimits},other=999999/1`;
  const startNode = (port: number) =>
    world.startServer({ PORT: String(port), TRUSTED_PROXIES: '127.0.0.1', RATE_LIMITS });
  const servers: ServerProcess[] = [];
  for (const port of ports) servers.push(await startNode(port));
  const folder = join(world.workDirectory, file);
  await mkdir(folder);
  await chmod(folder, 0o777);
  const port = await world.freePort();
  const sample = await readFile(join(root, 'docs/proxies', file), 'utf8');
  const proxy = await start(adapted(sample, port, ports), folder);
  await sleep(3_000);
  const url = `http://127.0.0.1:${port}`;
  const tally: Tally = { calls: 0, longest: 0, failures: new Map() };
  let over = false;
  const people = await Promise.all(
    Array.from({ length: Number(values.clients) }, async () =>
      world.signIn(await world.person({ userType: 'listener' })),
    ),
  );
  const clients = people.map((person) => client(url, person, tally, () => over));
  await sleep(2_000);
  let restarts = 0;
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [place, node] of ports.entries()) {
      await servers[place]?.stop();
      servers[place] = await startNode(node);
      restarts += 1;
      await sleep(3_000);
    }
  }
  over = true;
  await Promise.all(clients);
  proxy.kill('SIGTERM');
  await once(proxy, 'exit');
  for (const server of servers) await server.stop();
  const failed = [...tally.failures].map(([reason, times]) => `${times} x ${reason}`);
  console.log(
    `${file}: ${restarts} restarts, ${tally.calls} calls, ${failed.length === 0 ? 'none failed' : failed.join('; ')}, ` +
      `longest ${(tally.longest / 1000).toFixed(1)} s`,
  );
  return failed.length === 0;
}

async function main(): Promise<number> {
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const missing = missingPackages(['nginx', 'haproxy']);
  if (missing !== undefined) {
    console.error(missing);
    return 1;
  }
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, ${values.clients} clients`);
  const world = await makeLoadWorld();
  try {
    for (let i = 0; i < 50; i += 1) await aTrack(world.owner.database, { title: `Track ${i}` });
    let allGood = true;
    const wanted = samples.filter(({ file }) => values.only === undefined || file === values.only);
    for (const sample of wanted) allGood = (await tryProxy(world, sample)) && allGood;
    return allGood ? 0 : 1;
  } finally {
    await world.close();
  }
}

process.exitCode = await main();
