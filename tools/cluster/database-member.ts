import { execFile } from 'node:child_process';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { readPostmaster } from '#server/adapters/database/embedded/postmaster.ts';
import { startTcpProxy, type TcpProxy } from '../faults/tcp-proxy.ts';
import type { Certificates } from './certificates.ts';
import { etcdMachines, etcdPort } from './etcd.ts';
import { addressIn, type Network, readSample, withValue } from './sample-files.ts';
import { descendantsOf, endProgram, giveTo, signal, startProgram, unprivilegedUser } from './unprivileged.ts';

const run = promisify(execFile);
export const databaseMachines = [21, 22, 23] as const;
const postgresPort = 5432;
export const restPort = 8008;
/** Enough for a leader and its WAL, and small enough to fill quickly. */
const diskMegabytes = 1024;
const quitMilliseconds = 500;

export const passwords = { superuser: 'choose-a-password-1' } as const;

/** One database machine: Patroni and its PostgreSQL, with a network and a disk that can fail. */
export interface DatabaseMember {
  readonly name: string;
  readonly address: string;
  /** Like a power failure: Patroni and PostgreSQL get SIGKILL. */
  kill(): Promise<void>;
  /** Starts Patroni on the data that the disk still has. */
  start(): Promise<void>;
  /** Stops both with SIGSTOP; `thaw` resumes them. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Cuts the machine off from the others of the cluster. Earshot’s HAProxy still reaches it. */
  cutOff(isCut: boolean): void;
  /** Fills the disk; `emptyDisk` frees it. Needs a separate disk, and so root. */
  fillDisk(): Promise<void>;
  emptyDisk(): Promise<void>;
  close(): Promise<void>;
}

/** Starts machine 1, 2 or 3 from `docs/cluster/patroni.yml`. */
export async function startMember(
  folder: string,
  network: Network,
  certificates: Certificates,
  place: number,
): Promise<DatabaseMember> {
  const name = `database${place}`;
  const address = addressIn(network, databaseMachines[0] + place - 1);
  const disk = await makeDisk(join(folder, name));
  const proxies = await startProxies(network, address);
  const file = join(folder, `${name}.yml`);
  const configuration = await configurationOf(network, { name, address, disk, proxies });
  await writeFile(file, certificates.inSample(configuration, address), { mode: 0o644 });
  let patroni = await startProgram(folder, name, ['patroni', file]);
  const data = join(disk, 'data');
  const processes = async (): Promise<number[]> => {
    const postmaster = await readPostmaster(data);
    const pids = [...(patroni.pid ? [patroni.pid] : []), ...(postmaster ? [postmaster.pid] : [])];
    return [...pids, ...(await Promise.all(pids.map(descendantsOf))).flat()];
  };
  const kill = async () => {
    signal(await processes(), 'SIGKILL');
    await endProgram(patroni);
  };
  const filler = join(disk, 'filler');
  return {
    name,
    address,
    kill,
    start: async () => {
      patroni = await startProgram(folder, name, ['patroni', file]);
    },
    freeze: async () => signal(await processes(), 'SIGSTOP'),
    thaw: async () => signal(await processes(), 'SIGCONT'),
    cutOff: (isCut) => {
      for (const proxy of proxies.all) proxy.set(isCut ? 'black hole' : 'fine');
    },
    fillDisk: async () => {
      await run('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M', 'status=none']).catch(() => undefined);
      await run('dd', ['if=/dev/zero', `of=${filler}.rest`, 'bs=4k', 'status=none']).catch(() => undefined);
    },
    emptyDisk: async () => {
      for (const one of [filler, `${filler}.rest`]) await rm(one, { force: true });
    },
    close: async () => {
      await endProgram(patroni);
      // SIGQUIT first: PostgreSQL would leave its shared memory behind after SIGKILL.
      signal(await processes(), 'SIGQUIT');
      await sleep(quitMilliseconds);
      await kill();
      for (const proxy of proxies.all) await proxy.close();
      if (hasDisks) await run('umount', ['--lazy', disk]);
    },
  };
}

/** Whether each database machine has a disk of its own, which needs the right to mount one. */
export const hasDisks = process.getuid?.() === 0;

async function makeDisk(folder: string): Promise<string> {
  await mkdir(folder);
  if (hasDisks) await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', folder]);
  await chmod(folder, 0o700);
  await giveTo(await unprivilegedUser(), folder);
  return folder;
}

/** All traffic between this machine and the others passes through these proxies, which can cut it. */
interface Proxies {
  readonly postgres: TcpProxy;
  readonly rest: TcpProxy;
  readonly etcd: readonly TcpProxy[];
  readonly all: readonly TcpProxy[];
}

async function startProxies(network: Network, address: string): Promise<Proxies> {
  const postgres = await startTcpProxy({ host: address, port: postgresPort });
  const rest = await startTcpProxy({ host: address, port: restPort });
  const etcd = await Promise.all(
    etcdMachines.map((machine) => startTcpProxy({ host: addressIn(network, machine), port: etcdPort })),
  );
  return { postgres, rest, etcd, all: [postgres, rest, ...etcd] };
}

interface Own {
  readonly name: string;
  readonly address: string;
  readonly disk: string;
  readonly proxies: Proxies;
}

/** The sample for this machine. It and the others reach one another and etcd through the proxies that can be cut. */
async function configurationOf(network: Network, { name, address, disk, proxies }: Own): Promise<string> {
  const at = ({ port }: TcpProxy) => `127.0.0.1:${port}`;
  const sample = await readSample('cluster/patroni.yml', network);
  const changes: readonly (readonly [key: string, value: string])[] = [
    ['name', name],
    // Without `use_proxies` Patroni would learn the real addresses from etcd.
    ['hosts', `${proxies.etcd.map(at).join(',')}\n  use_proxies: true`],
    ['data_dir', join(disk, 'data')],
    ['pgpass', join(disk, 'pgpass')],
    ['unix_socket_directories', disk],
  ];
  return changes
    .reduce((text, [key, value]) => withValue(text, key, value), sample)
    .replaceAll(addressIn(network, databaseMachines[0]), address)
    .replace(`connect_address: ${address}:${restPort}`, `connect_address: ${at(proxies.rest)}`)
    .replace(`connect_address: ${address}:${postgresPort}`, `connect_address: ${at(proxies.postgres)}`);
}
