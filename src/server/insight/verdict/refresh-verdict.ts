import type { Transaction } from '../../adapters/database/database.ts';
import { enqueue, type Job } from '../../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { readHeardByListener } from '../../reviewing/listening/read-hearing.ts';
import { newestReviews } from '../../reviewing/reviews/list-track-reviews.ts';
import { computeVerdict } from './compute-verdict.ts';
import { basisOf, readSigns, type TrackSigns } from './track-signs.ts';
import { comparedOfAll, comparedOfGenre, keepVerdict, trackToCompute } from './verdict-store.ts';

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
  await keepVerdict.run(database, {
    trackId,
    artistId,
    basis: basisOf(signs, track),
    now: clock.now(),
    verdict: JSON.stringify(verdict),
  });
}

const staysOf = ({ count }: TrackSigns) =>
  count === null ? null : { stayed: count.stayed, listeners: count.counted.length };
