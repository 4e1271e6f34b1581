import { parentPort, workerData } from 'node:worker_threads';
import { keptVerdict, type VerdictInput } from './kept-verdict-rules.ts';

// refresh-verdict.ts passes exactly this type.
parentPort?.postMessage(keptVerdict(workerData as VerdictInput));
