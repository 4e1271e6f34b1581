import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startServerProcess } from '#tests/support/world/server-process.ts';
import { median } from './bench-database.ts';

const usage = `Measures how long the server takes until it responds: cold, with an empty data folder and no database yet, and warm,
with a data folder that it has used before.

  npm run bench:start [-- --rounds 3]`;

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, help: { type: 'boolean', default: false } },
});

/** Starts the server, measures until it listens and stops it. In seconds. */
async function secondsToStart(folder: string): Promise<number> {
  const started = performance.now();
  const server = await startServerProcess({ DATA_DIR: folder, PORT: '0' });
  const seconds = (performance.now() - started) / 1000;
  await server.stop();
  return seconds;
}

/** Seconds to write and sync 50 MiB on the same disk, for comparison. */
async function secondsToWrite(folder: string): Promise<number> {
  const started = performance.now();
  const file = await open(join(folder, randomUUID()), 'w');
  await file.write(Buffer.alloc(50 * 1024 * 1024, 1));
  await file.sync();
  await file.close();
  return (performance.now() - started) / 1000;
}

async function main(): Promise<void> {
  if (values.help) return console.log(usage);
  const times = { cold: [] as number[], warm: [] as number[], disk: [] as number[] };
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'earshot-start-'));
    await chmod(folder, 0o755); // Under root the database runs as another user, who must be able to enter the folder.
    try {
      times.cold.push(await secondsToStart(folder));
      times.warm.push(await secondsToStart(folder));
      times.disk.push(await secondsToWrite(folder));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, medians of ${values.rounds}`);
  console.log(`cold, from an empty folder   ${median(times.cold).toFixed(1)} s`);
  console.log(`warm                         ${median(times.warm).toFixed(1)} s`);
  console.log(`50 MiB to this disk          ${median(times.disk).toFixed(1)} s`);
}

await main();
