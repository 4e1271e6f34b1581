import type { ChildProcess } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Certificates } from './certificates.ts';
import { addressIn, type Network, readSample, withValue } from './sample-files.ts';
import { giveTo, startProgram, unprivilegedUser } from './unprivileged.ts';

export const etcdMachines = [11, 12, 13] as const;
export const etcdPort = 2379;
const lookMilliseconds = 200;
const mostTries = 300;

/** Starts three etcd from `docs/cluster/etcd.yml`. */
export async function startEtcd(
  folder: string,
  network: Network,
  certificates: Certificates,
): Promise<ChildProcess[]> {
  const sample = await readSample('cluster/etcd.yml', network);
  const user = await unprivilegedUser();
  const programs: ChildProcess[] = [];
  for (const [place, machine] of etcdMachines.entries()) {
    const name = `etcd${place + 1}`;
    const data = join(folder, name);
    await mkdir(data, { mode: 0o700 });
    await giveTo(user, data);
    const file = join(folder, `${name}.yml`);
    const address = addressIn(network, machine);
    const own = certificates.inSample(
      ofMachine(sample, addressIn(network, etcdMachines[0]), address),
      address,
    );
    await writeFile(file, withValue(withValue(own, 'name', name), 'data-dir', data));
    programs.push(await startProgram(folder, name, ['etcd', '--config-file', file]));
  }
  await untilDecided(addressIn(network, etcdMachines[0]), certificates);
  return programs;
}

/** Patroni exits if it meets etcd before all three have agreed on a version. */
async function untilDecided(address: string, { ask }: Certificates): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const version = await ask(`https://${address}:${etcdPort}/version`, { as: address }).then(
      ({ text }) => text,
      () => 'not_decided',
    );
    if (!version.includes('not_decided')) return;
    if (tries === mostTries) throw new Error('The three etcd do not come together.');
    await sleep(lookMilliseconds);
  }
}

/** Adapts the first machine's sample to another one. The list of all three stays. */
const ofMachine = (sample: string, first: string, own: string): string =>
  sample
    .split('\n')
    .map((line) => (line.startsWith('initial-cluster:') ? line : line.replaceAll(first, own)))
    .join('\n');
