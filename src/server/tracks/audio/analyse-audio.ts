import { Worker } from 'node:worker_threads';
import type { AnalysisOrder, AnalysisReply, AudioAnalysis } from './audio-analysis-messages.ts';
import { Turns } from './turns.ts';

export type { AudioAnalysis } from './audio-analysis-messages.ts';

/** Bytes handed over at once; a copy of so many is all that waits for the thread. */
const MESSAGE_BYTES = 64 * 1024;
const TIME_LIMIT_MS = 120_000;
// The smaller the space for young objects, the sooner decoded samples are freed: 1 MB saves 50 MB of memory.
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 1 };

/** No analysis: it took too long, its thread died, or nothing in the file could be decoded. */
export class AudioAnalysisFailed extends Error {
  override readonly name = 'AudioAnalysisFailed';
  readonly reason: 'timeout' | 'worker_died' | 'undecodable';

  constructor(reason: AudioAnalysisFailed['reason'], cause?: unknown) {
    super(`The audio could not be analysed: ${reason}`, { cause });
    this.reason = reason;
  }
}

export interface AnalyseAudioOptions {
  /** Milliseconds from the analysis' own start; waiting for its turn does not count. */
  timeLimitMs?: number;
  /** The file of the analysing thread. */
  workerFile?: URL;
}

// One for the process: a thread and its decoder take tens of megabytes.
const turns = new Turns();

/**
 * Decodes an MP3 in a thread of its own and measures it. One analysis runs at a time; the others wait, and their
 * chunks are not read before their turn. Each gets a fresh thread, so that nothing of a bad file outlives it.
 * @param chunks the MP3's bytes, in chunks of any size
 * @param expected what the walk through its frames found: samples of each channel, and hertz
 * @throws AudioAnalysisFailed, or whatever reading the chunks throws
 */
export function analyseAudio(
  chunks: AsyncIterable<Uint8Array>,
  expected: AnalysisOrder,
  options: AnalyseAudioOptions = {},
): Promise<AudioAnalysis> {
  return turns.take(() => analyseInThread(chunks, expected, options));
}

async function analyseInThread(
  chunks: AsyncIterable<Uint8Array>,
  { samples, sampleRate }: AnalysisOrder,
  {
    timeLimitMs = TIME_LIMIT_MS,
    workerFile = new URL('./audio-analysis-worker.ts', import.meta.url),
  }: AnalyseAudioOptions,
): Promise<AudioAnalysis> {
  const order: AnalysisOrder = { samples, sampleRate };
  // The decoder writes its complaints about bad frames to the console; the thread's output goes nowhere.
  const worker = new Worker(workerFile, {
    workerData: order,
    resourceLimits: MEMORY_LIMITS,
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  const failure = new Failure(worker, timeLimitMs);
  const source = chunks[Symbol.asyncIterator]();
  try {
    return await feed(worker, source, failure);
  } finally {
    failure.stopWaiting();
    await worker.terminate();
    // Not awaited: a source that hangs would hang here too.
    source.return?.().catch(() => undefined);
  }
}

async function feed(
  worker: Worker,
  source: AsyncIterator<Uint8Array>,
  failure: Failure,
): Promise<AudioAnalysis> {
  await failure.or(nextReply(worker));
  for (;;) {
    const { done, value } = await failure.or(source.next());
    if (done === true) break;
    for (let at = 0; at < value.length; at += MESSAGE_BYTES) {
      // A copy, because the chunk may lie in memory that others share; the copy's memory moves to the thread.
      const bytes = new Uint8Array(value.subarray(at, at + MESSAGE_BYTES));
      const answer = nextReply(worker);
      worker.postMessage(bytes, [bytes.buffer]);
      await failure.or(answer);
    }
  }
  const answer = nextReply(worker);
  worker.postMessage(null);
  const reply = await failure.or(answer);
  if (reply.kind === 'done') return reply.analysis;
  throw new AudioAnalysisFailed('undecodable');
}

const nextReply = (worker: Worker): Promise<AnalysisReply> =>
  new Promise((resolve) => worker.once('message', resolve));

/** What ends an analysis before its time: the thread's death or the time limit. */
class Failure {
  readonly #timer: NodeJS.Timeout;
  #failed: AudioAnalysisFailed | undefined;
  #whenFailed: ((failed: AudioAnalysisFailed) => void) | undefined;

  constructor(worker: Worker, timeLimitMs: number) {
    this.#timer = setTimeout(() => this.#fail(new AudioAnalysisFailed('timeout')), timeLimitMs);
    worker.on('error', (error) => this.#fail(new AudioAnalysisFailed('worker_died', error)));
    worker.on('exit', (code) => this.#fail(new AudioAnalysisFailed('worker_died', `exit code ${code}`)));
  }

  #fail(failed: AudioAnalysisFailed): void {
    this.#failed ??= failed;
    this.#whenFailed?.(this.#failed);
  }

  /** The step's result, unless the failure comes first. */
  async or<Result>(step: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#failed !== undefined) reject(this.#failed);
      this.#whenFailed = reject;
      step.then(resolve, reject);
    });
  }

  stopWaiting(): void {
    clearTimeout(this.#timer);
  }
}
