import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import { leastStaySeconds } from '#contract/insight/verdict/verdict-rules.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import { enqueue, type Job } from '../../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../../dependencies.ts';
import {
  type MarkedMoment,
  readHeardByListener,
  readMoments,
  readStays,
} from '../../reviewing/listening/read-hearing.ts';
import { newestReviews } from '../../reviewing/reviews/list-track-reviews.ts';
import type { KeptVerdict, VerdictInput } from './kept-verdict-rules.ts';
import { countStays, type EndedStay } from './staying-rules.ts';
import {
  comparedOfAll,
  comparedOfGenre,
  storeVerdict,
  trackToCompute,
  writeCompared,
} from './verdict-store.ts';

/** The job's name; its payload is `{ trackId }`. */
export const refreshVerdictJob = 'refresh-verdict';
const restMilliseconds = 60_000;
const comparedTracks = 200;

/** Queues the job once, at the earliest a minute after its last run. */
export const queueRefresh = (
  transaction: Transaction,
  trackId: string,
  computedAt: Date | null,
): Promise<void> => enqueue(transaction, refreshOf(trackId, computedAt));

function refreshOf(trackId: string, computedAt: Date | null): Job {
  const job = { name: refreshVerdictJob, payload: { trackId }, key: `${refreshVerdictJob}:${trackId}` };
  return computedAt === null ? job : { ...job, runAt: new Date(computedAt.getTime() + restMilliseconds) };
}

/** Recomputes and stores a track's clusters, mentions and comparisons. */
export async function refreshVerdict(
  deps: Pick<Dependencies, 'database' | 'clock'>,
  trackId: string,
): Promise<void> {
  const { database, clock } = deps;
  const track = await trackToCompute.one(database, { trackId });
  if (!track) return;
  const { artistId, genre, durationMs } = track;
  const [signs, heard, reviews, ofGenre, ofAll] = await Promise.all([
    readSigns(deps, trackId),
    readHeardByListener(deps, trackId),
    newestReviews(deps, trackId),
    comparedOfGenre.all(database, { genre, artistId, most: comparedTracks }),
    comparedOfAll.all(database, { artistId, most: comparedTracks }),
  ]);
  const verdict = await computeVerdict({
    trackId,
    genre,
    heard,
    ofGenre,
    ofAll,
    durationSeconds: durationMs / 1000,
    marks: signs.moments.map(({ listenerId, kind, atSecond }) => ({ listenerId, kind, atSecond })),
    texts: reviews.items.map(({ comment, notes }) => [comment, ...notes.map(({ note }) => note)].join('\n')),
    stays: staysOf(signs),
  });
  await storeVerdict.run(database, {
    trackId,
    artistId,
    basis: basisOf(signs, track),
    now: clock.now(),
    verdict: JSON.stringify(verdict),
  });
}

const staysOf = ({ count }: TrackSigns) =>
  count === null ? null : { stayed: count.stayed, listeners: count.counted.length };

const timeLimitMilliseconds = 60_000;
const memoryLimits = { maxOldGenerationSizeMb: 256 };
const workerFile = fileURLToPath(new URL('./verdict-worker.ts', import.meta.url));

/**
 * Computes in a worker thread, because permutations and 200 texts would block the event loop.
 * @throws if the thread fails
 */
function computeVerdict(input: VerdictInput): Promise<KeptVerdict> {
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

export const refreshComparisonsJob = 'refresh-comparisons';
const days = 180;

export async function refreshComparisons({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const since = new Date(clock.now().getTime() - days * dayMilliseconds);
  await writeCompared.run(database, { since, leastStayMs: leastStaySeconds * 1000 });
}

/** What listeners did with a track, as input of the verdict. */
export interface TrackSigns {
  readonly moments: readonly MarkedMoment[];
  readonly stays: readonly EndedStay[];
  readonly leftOut: number;
  readonly count: ReturnType<typeof countStays>;
}

/** Increment it when the computation changes, so that stored verdicts are recomputed. */
const recipe = 2;

/**
 * Identifies the input of a verdict. It differs if a mark, a counted listener or a review was added or removed. Changed
 * review texts count from the next daily computation on.
 */
export function basisOf(
  { moments, count }: TrackSigns,
  { genre, reviewCount }: { readonly genre: string; readonly reviewCount: number },
): string {
  const lastMark = moments[0]?.markedAt.toISOString() ?? 'none';
  const counted = `${count?.stayed ?? 0} of ${count?.counted.length ?? 0}`;
  return `${recipe}; marks ${moments.length}, ${lastMark}; stayed ${counted}; reviews ${reviewCount}; ${genre}`;
}

export async function readSigns(
  deps: Pick<Dependencies, 'database' | 'clock'>,
  trackId: string,
): Promise<TrackSigns> {
  const [moments, { stays, leftOut }] = await Promise.all([
    readMoments(deps, trackId),
    readStays(deps, trackId),
  ]);
  return { moments, stays, leftOut, count: countStays(stays) };
}
