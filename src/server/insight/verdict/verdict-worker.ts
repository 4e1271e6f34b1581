import { parentPort, workerData } from 'node:worker_threads';
import { keptVerdict, type VerdictInput } from './kept-verdict-rules.ts';

parentPort?.postMessage(keptVerdict(workerData as VerdictInput));
