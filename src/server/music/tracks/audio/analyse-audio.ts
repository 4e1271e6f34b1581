import { Worker } from 'node:worker_threads';

export interface AnalysisOrder {
  /** Samples per channel in the whole track. */
  samples: number;
  sampleRate: number;
}

/** To the thread: the next bytes, or null at the end. */
export type AnalysisInput = Uint8Array | null;

export interface AudioAnalysis {
  /** 800 values from 0 (silence) to 255 (full scale). */
  peaks: Uint8Array;
  /** Integrated loudness in LUFS (ITU-R BS.1770-4), with a mono track counted on both channels; null for silence. */
  loudnessLufs: number | null;
  /** The recording's fingerprint: one term for each eighth of a second of the first two minutes. */
  print: Int32Array;
}

/** From the thread: ready for more bytes, the finished analysis, or that nothing could be decoded. */
export type AnalysisReply =
  | { kind: 'ready' }
  | { kind: 'done'; analysis: AudioAnalysis }
  | { kind: 'undecodable' };

/** Bytes sent to the thread at a time; only one such copy waits for it. */
const MESSAGE_BYTES = 64 * 1024;
const TIME_LIMIT_MS = 120_000;
// With a small young generation decoded samples are freed sooner: 1 MB saves 50 MB of memory.
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 1 };

/** The analysis failed: it timed out, its thread died, or nothing could be decoded. */
export class AudioAnalysisFailed extends Error {
  override readonly name = 'AudioAnalysisFailed';
  readonly reason: 'timeout' | 'worker_died' | 'undecodable';

  constructor(reason: AudioAnalysisFailed['reason'], cause?: unknown) {
    super(`The audio could not be analysed: ${reason}`, { cause });
    this.reason = reason;
  }
}

export interface AnalyseAudioOptions {
  /** Milliseconds from the start of the analysis, without the time in the queue. */
  timeLimitMs?: number;
  workerFile?: URL;
}

/** Measures the audio of an MP3: `analyseAudio`, which tests replace by one that measures equal files once. */
export type AnalyseAudio = (
  chunks: AsyncIterable<Uint8Array>,
  expected: AnalysisOrder,
) => Promise<AudioAnalysis>;

// One analysis per process, because a thread and its decoder need tens of megabytes.
let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Decodes an MP3 in its own thread and measures it. One analysis runs at a time; others wait without reading their
 * chunks. Each gets a new thread, so that a bad file affects no other.
 * @param chunks the MP3's bytes, in chunks of any size
 * @param expected samples per channel, and hertz, from walking through its frames
 * @throws AudioAnalysisFailed, or the error of reading the chunks
 */
export function analyseAudio(
  chunks: AsyncIterable<Uint8Array>,
  expected: AnalysisOrder,
  options: AnalyseAudioOptions = {},
): Promise<AudioAnalysis> {
  const analyse = () => analyseInThread(chunks, expected, options);
  const turn = lastTurn.then(analyse, analyse);
  lastTurn = turn;
  return turn;
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
  // The decoder prints errors about bad frames to the console; the thread's output is discarded.
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
    // Not awaited, because it would hang with a source that hangs.
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
      // A copy, because the chunk's memory may be shared; the copy is transferred to the thread.
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

/** Ends an analysis early: the thread died or the time limit is over. */
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

  /** The step's result, or the failure if that comes first. */
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
