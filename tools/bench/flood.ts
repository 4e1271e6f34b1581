import { Agent } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { ask } from './ask.ts';

// A separate thread, so that reading these answers delays no measurement. Sent a list of addresses, it requests them in
// turn without pause and reports once answers arrive; sent an empty list, it stops and returns how many arrived.

const { connections } = z.object({ connections: z.number() }).parse(workerData);
const Addresses = z.array(z.string());
const runningAfter = 5 * connections;

async function flood(urls: readonly string[], isOver: () => boolean): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let turn = 0;
  let answered = 0;
  const loop = async () => {
    while (!isOver()) {
      turn += 1;
      // A 404 counts as an answer, too.
      await ask({ agent, method: 'GET', url: urls[turn % urls.length] ?? '' }).catch(() => undefined);
      answered += 1;
      if (answered === runningAfter) parentPort?.postMessage('running');
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  agent.destroy();
  return answered - runningAfter;
}

let isOver = true;
parentPort?.on('message', async (message: unknown) => {
  const urls = Addresses.parse(message);
  isOver = urls.length === 0;
  if (!isOver) parentPort?.postMessage(await flood(urls, () => isOver));
});
