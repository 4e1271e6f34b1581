import type { ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { asAdministrator } from '#tests/support/world/administrator.ts';
import { type Certificates, makeCertificates } from './certificates.ts';
import {
  type DatabaseMember,
  databaseMachines,
  passwords,
  restPort,
  startMember,
} from './database-member.ts';
import { etcdMachines, startEtcd } from './etcd.ts';
import { addressIn, aNetwork, type Network, proxyAddress, readSample } from './sample-files.ts';
import { endProgram, giveTo, startProgram, unprivilegedUser } from './unprivileged.ts';

/** The status of members as reported by Patroni. */
const Status = z.object({
  members: z.array(
    z.object({ name: z.string(), role: z.string(), state: z.string(), timeline: z.int().optional() }),
  ),
});
type MemberStatus = z.output<typeof Status>['members'][number];

export type Role = 'leader' | 'sync_standby';

export interface DatabaseCluster {
  readonly folder: string;
  readonly network: Network;
  readonly certificates: Certificates;
  readonly members: readonly DatabaseMember[];
  /** For DATABASE_URL: through HAProxy, which always leads to the leader. */
  readonly url: string;
  /** The same, as a superuser. */
  readonly adminUrl: string;
  /** As reported by the Patroni of a machine that answers. */
  status(): Promise<readonly MemberStatus[]>;
  /** @throws while no member has this role */
  holder(role: Role): Promise<DatabaseMember>;
  /**
   * Waits until all three run, one leads and, in synchronous mode, one follows it synchronously.
   * @throws after `seconds`
   */
  untilWhole(seconds?: number): Promise<void>;
  /** Asks Patroni to change the leader. */
  switchOver(): Promise<void>;
  /** Changes `synchronous_mode`, and waits until Patroni has applied it. */
  setSynchronous(isSynchronous: boolean): Promise<void>;
  close(): Promise<void>;
}

const earshotPassword = 'choose-a-password-3';
const startSeconds = 120;
const lookMilliseconds = 500;
const databasePort = 5000;

/**
 * Starts three etcd, three PostgreSQL under Patroni and HAProxy from the samples in `docs/cluster`, in a temporary
 * folder, with an empty database for Earshot. Works without root.
 */
export async function startDatabaseCluster(): Promise<DatabaseCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-cluster-'));
  await chmod(folder, 0o755);
  const user = await unprivilegedUser();
  await giveTo(user, folder);
  const network = aNetwork();
  const programs: ChildProcess[] = [];
  const members: DatabaseMember[] = [];
  const close = async () => {
    for (const member of members) await member.close();
    for (const program of programs) await endProgram(program);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const machines = [...etcdMachines, ...databaseMachines].map((machine) => addressIn(network, machine));
    const certificates = await makeCertificates(folder, machines, proxyAddress(network));
    programs.push(...(await startEtcd(folder, network, certificates)));
    for (const place of [1, 2, 3]) members.push(await startMember(folder, network, certificates, place));
    const configuration = join(folder, 'haproxy-database.cfg');
    const sample = await readSample('cluster/haproxy-database.cfg', network);
    await writeFile(configuration, certificates.inSample(sample, proxyAddress(network)));
    programs.push(await startProgram(folder, 'haproxy', ['haproxy', '-db', '-f', configuration]));
    const at = `${proxyAddress(network)}:${databasePort}`;
    const encrypted = `?sslmode=verify-full&sslrootcert=${certificates.authority}`;
    const adminUrl = `postgres://postgres:${passwords.superuser}@${at}/postgres${encrypted}`;
    const status = () => readStatus(members, certificates);
    const holder = (role: Role) => holderOf(members, status, role);
    let needsSynchronous = true;
    const untilWhole = (seconds = startSeconds) => untilAllRun(status, needsSynchronous, seconds);
    await untilWhole();
    await makeDatabase(adminUrl);
    return {
      ...{ folder, network, certificates, members, adminUrl, status, holder, untilWhole, close },
      url: `postgres://earshot:${earshotPassword}@${at}/earshot${encrypted}`,
      switchOver: async () => switchOver(await holder('leader'), certificates),
      setSynchronous: async (isSynchronous) => {
        needsSynchronous = isSynchronous;
        await setSynchronous(await holder('leader'), certificates, isSynchronous);
        await untilSynchronous(adminUrl, isSynchronous);
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function makeDatabase(adminUrl: string): Promise<void> {
  await asAdministrator({ url: adminUrl }, async (client) => {
    await client.query(`create role earshot login createrole password '${earshotPassword}'`);
    await client.query('create database earshot owner earshot');
  });
}

/** The members' status, from the first one that answers. */
async function readStatus(
  members: readonly DatabaseMember[],
  { ask }: Certificates,
): Promise<readonly MemberStatus[]> {
  for (const { address } of members) {
    const answered = await ask(`https://${address}:${restPort}/cluster`).then(
      ({ isOk, text }) => (isOk ? Status.parse(JSON.parse(text)).members : undefined),
      () => undefined,
    );
    if (answered) return answered;
  }
  return [];
}

async function holderOf(
  members: readonly DatabaseMember[],
  status: () => Promise<readonly MemberStatus[]>,
  role: Role,
): Promise<DatabaseMember> {
  const name = (await status()).find((member) => member.role === role)?.name;
  const holder = members.find((member) => member.name === name);
  if (!holder) throw new Error(`No database is the ${role}.`);
  return holder;
}

async function untilAllRun(
  status: () => Promise<readonly MemberStatus[]>,
  needsSynchronous: boolean,
  seconds: number,
): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const seen = await status();
    const isRunning = ({ state }: MemberStatus) => state === 'running' || state === 'streaming';
    const timelines = new Set(seen.map(({ timeline }) => timeline));
    const isWhole =
      seen.length === 3 &&
      seen.every(isRunning) &&
      seen.some(({ role }) => role === 'leader') &&
      (!needsSynchronous || seen.some(({ role }) => role === 'sync_standby')) &&
      timelines.size === 1;
    if (isWhole) return;
    if (Date.now() > deadline) throw new Error(`The cluster is not whole: ${JSON.stringify(seen)}`);
    await sleep(lookMilliseconds);
  }
}

async function switchOver({ name, address }: DatabaseMember, { ask }: Certificates): Promise<void> {
  const body = JSON.stringify({ leader: name });
  const { isOk, text } = await ask(`https://${address}:${restPort}/switchover`, {
    as: address,
    method: 'POST',
    body,
  });
  if (!isOk) throw new Error(`Patroni refused: ${text}`);
}

async function setSynchronous(
  { address }: DatabaseMember,
  { ask }: Certificates,
  isSynchronous: boolean,
): Promise<void> {
  const body = JSON.stringify({ synchronous_mode: isSynchronous, synchronous_mode_strict: isSynchronous });
  const { isOk, text } = await ask(`https://${address}:${restPort}/config`, {
    as: address,
    method: 'PATCH',
    body,
  });
  if (!isOk) throw new Error(`Patroni refused: ${text}`);
}

async function untilSynchronous(adminUrl: string, isSynchronous: boolean): Promise<void> {
  const deadline = Date.now() + startSeconds * 1000;
  while ((await namesStandbys(adminUrl)) !== isSynchronous) {
    if (Date.now() > deadline) throw new Error('Patroni does not change its synchronous mode.');
    await sleep(lookMilliseconds);
  }
}

const namesStandbys = (adminUrl: string): Promise<boolean> =>
  asAdministrator({ url: adminUrl }, async (client) => {
    const { rows } = await client.query("select current_setting('synchronous_standby_names') <> '' as named");
    return rows[0].named;
  });
