import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type LoadWorld, makeLoadWorld } from '../load/load-world.ts';
import { median } from './bench-database.ts';
import { jobsWait } from './jobs-wait.ts';
import { aBigMp3, mebibyte, type Sending, send, uploadingArtist } from './send-upload.ts';

const usage = `Measures what uploads of 50 MiB cost, on its own server.

  npm run bench:uploads [-- --most 100] [--rounds 5]

Memory: six uploads at once, every other one interrupted halfway and resumed. Exits with 1 if the server's memory grows by more
MB than --most. Throughput: one upload, alternating with a bare server that pipes the same bytes to disk. The analysis of the
uploads waits. Linux only: it reads /proc.`;

const { values } = parseArgs({
  options: {
    most: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '5' },
    help: { type: 'boolean', default: false },
  },
});
/** The limit of simultaneous uploads per artist. */
const uploadsOfEach = 3;

async function main(): Promise<number> {
  if (values.help) {
    console.log(usage);
    return 0;
  }
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`);
  const world = await makeLoadWorld();
  try {
    const server = await world.startServer();
    const fits = await measureMemory(world, server.pid);
    await measureThroughput(world);
    return fits ? 0 : 1;
  } finally {
    await world.close();
  }
}

/** Returns whether all uploads succeed and memory stays within its limit. */
async function measureMemory(world: LoadWorld, pid: number): Promise<boolean> {
  const sendings: Sending[] = [];
  for (const token of [await uploadingArtist(world), await uploadingArtist(world)]) {
    for (let i = 0; i < uploadsOfEach; i += 1)
      sendings.push({ url: world.url, token, uploadId: randomUUID(), file: aBigMp3() });
  }
  const uploads = Promise.all(sendings.map((upload, place) => send(upload, place % 2 === 1)));
  const growth = await growthWhile(pid, uploads);
  const statuses = await uploads;
  console.log(
    `${sendings.length} uploads of 50 MiB at once, every other one in two goes: answered ${statuses.join(', ')}; memory grew by ${growth.toFixed(0)} MB (at most ${values.most})`,
  );
  return growth <= Number(values.most) && statuses.every((status) => status === 200);
}

/** The growth of memory in MB while the files arrive, sampled every 50 ms. */
async function growthWhile(pid: number, work: Promise<unknown>): Promise<number> {
  const before = await residentMegabytes(pid);
  let most = before;
  let running = true;
  const watching = (async () => {
    while (running) {
      most = Math.max(most, await residentMegabytes(pid));
      await sleep(50);
    }
  })();
  await work;
  running = false;
  await watching;
  return most - before;
}

async function residentMegabytes(pid: number): Promise<number> {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

async function measureThroughput(world: LoadWorld): Promise<void> {
  await jobsWait(world.owner.database);
  const token = await uploadingArtist(world);
  const folder = join(world.dataDirectory, 'bare');
  await mkdir(folder);
  const bare = fork(join(import.meta.dirname, 'bare-upload-server.ts'), [folder]);
  const [port] = await once(bare, 'message');
  const rates = { earshot: [] as number[], bare: [] as number[] };
  // The first round is a warm-up.
  for (let round = -1; round < Number(values.rounds); round += 1) {
    for (const [kind, url] of [
      ['earshot', world.url],
      ['bare', `http://127.0.0.1:${port}`],
    ] as const) {
      const rate = await megabytesPerSecond({ url, token, uploadId: randomUUID(), file: aBigMp3() });
      if (round >= 0) rates[kind].push(rate);
    }
  }
  bare.disconnect();
  const ratio = median(rates.earshot.map((rate, round) => rate / (rates.bare[round] ?? 1)));
  console.log(
    `one upload of 50 MiB beside a bare pipe to the disk, medians of ${values.rounds}: ratio ${ratio.toFixed(2)}, ${median(rates.earshot).toFixed(0)} and ${median(rates.bare).toFixed(0)} MB/s`,
  );
}

/** @throws if the file is not stored */
async function megabytesPerSecond(upload: Sending): Promise<number> {
  const started = performance.now();
  const status = await send(upload);
  if (status !== 200) throw new Error(`${upload.url} answered ${status}.`);
  return upload.file.length / mebibyte / ((performance.now() - started) / 1000);
}

process.exitCode = await main();
