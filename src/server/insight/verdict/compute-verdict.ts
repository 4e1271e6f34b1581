import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { KeptVerdict, VerdictInput } from './kept-verdict-rules.ts';

const timeLimitMilliseconds = 60_000;
const memoryLimits = { maxOldGenerationSizeMb: 256 };
const workerFile = fileURLToPath(new URL('./verdict-worker.ts', import.meta.url));

/**
 * Computes in a worker thread, because permutations and 200 texts would block the event loop.
 * @throws if the thread fails
 */
export function computeVerdict(input: VerdictInput): Promise<KeptVerdict> {
  const worker = new Worker(workerFile, { workerData: input, resourceLimits: memoryLimits });
  return new Promise<KeptVerdict>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('A verdict took more than a minute.')),
      timeLimitMilliseconds,
    );
    const settle = (outcome: () => void) => {
      clearTimeout(timer);
      outcome();
    };
    worker.once('message', (verdict: KeptVerdict) => settle(() => resolve(verdict)));
    worker.once('error', (error) => settle(() => reject(error)));
    worker.once('exit', (code) =>
      settle(() => reject(new Error(`The thread of a verdict ended with code ${code}.`))),
    );
  }).finally(() => worker.terminate());
}
