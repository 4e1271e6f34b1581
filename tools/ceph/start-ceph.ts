import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A Ceph cluster with one monitor, one storage daemon in memory and an S3 gateway. */
export interface Ceph {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Stops every daemon and removes all data. */
  stop(): Promise<void>;
}

const startMilliseconds = 90_000;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

const configuration = (folder: string, fsid: string, monitor: string, gateway: number) => `[global]
fsid = ${fsid}
mon host = ${monitor}
public addr = 127.0.0.1
ms bind msgr2 = false
auth cluster required = none
auth service required = none
auth client required = none
pid file = ${folder}/run/$name.pid
admin socket = ${folder}/run/$name.asok
log file = ${folder}/log/$name.log
run dir = ${folder}/run
crash dir = ${folder}/log
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
[mon]
mon data = ${folder}/mon
[osd]
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 1073741824
[client.gateway]
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw enable apis = s3
`;

/** Starts the installed Ceph. @throws if a part of it does not start */
export async function startCeph(): Promise<Ceph> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-ceph-'));
  const stop = async () => {
    await endDaemons(join(folder, 'run'));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    return { ...(await startIn(folder)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startIn(folder: string): Promise<Omit<Ceph, 'stop'>> {
  for (const part of ['mon', 'osd', 'run', 'log']) await mkdir(join(folder, part), { recursive: true });
  const [fsid, monitorPort, gatewayPort] = [randomUUID(), await freePort(), await freePort()];
  const monitor = `v1:127.0.0.1:${monitorPort}`;
  const file = join(folder, 'ceph.conf');
  await writeFile(file, configuration(folder, fsid, monitor, gatewayPort));
  const run = (command: string, ...words: string[]) =>
    promisify(execFile)(command, ['-c', file, ...words], { timeout: startMilliseconds });
  const map = join(folder, 'monmap');
  await promisify(execFile)('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', monitor, map]);
  await run('ceph-mon', '-i', 'a', '--mkfs', '--monmap', map);
  await run('ceph-mon', '-i', 'a');
  // Created without a UUID, because a store in memory would forget it.
  await run('ceph', 'osd', 'create');
  await run('ceph-osd', '-i', '0', '--mkfs');
  await run('ceph-osd', '-i', '0');
  await run('radosgw', '-n', 'client.gateway');
  const keys = { accessKeyId: 'earshot-tests', secretAccessKey: randomUUID() };
  const user = ['user', 'create', '--uid', 'earshot', '--display-name', 'Earshot'];
  await run('radosgw-admin', ...user, '--access-key', keys.accessKeyId, '--secret-key', keys.secretAccessKey);
  const endpoint = `http://127.0.0.1:${gatewayPort}`;
  await untilAnswering(endpoint);
  return { endpoint, ...keys };
}

async function untilAnswering(endpoint: string): Promise<void> {
  const giveUpAt = Date.now() + startMilliseconds;
  for (;;) {
    const answers = await fetch(endpoint).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) return;
    if (Date.now() > giveUpAt) throw new Error('The S3 gateway does not answer.');
    await sleep(200);
  }
}

async function endDaemons(folder: string): Promise<void> {
  const files = await readdir(folder).catch(() => []);
  for (const file of files.filter((name) => name.endsWith('.pid'))) {
    const pid = Number(await readFile(join(folder, file), 'utf8'));
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  }
}
