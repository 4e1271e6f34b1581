import { parentPort, workerData } from 'node:worker_threads';
import { keptVerdict, type VerdictInput } from './kept-verdict-rules.ts';

// workerData comes from compute-verdict.ts, which gives it exactly this type.
parentPort?.postMessage(keptVerdict(workerData as VerdictInput));
