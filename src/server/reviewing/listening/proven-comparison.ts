import { type Comparison, heardSeconds, type OfBoth, secondsMissing } from '../../music/tracks/comparison.ts';
import { countedMilliseconds } from '../../music/tracks/version-rules.ts';
import { deliveredMilliseconds, provenMilliseconds, unlockMilliseconds } from './listening-rules.ts';

interface Served {
  readonly listenedMs: number;
  readonly bytesSent: number;
  readonly byteLength: number;
  readonly durationMs: number;
}

/** Proven listening in a comparison: counted by the clock, and covered by each version's delivered audio. */
interface ProvenComparison {
  readonly countedMs: number;
  /** Different seconds of each version still to be heard. */
  readonly missing: OfBoth;
}

export function provenComparison(open: Served, comparison: Comparison): ProvenComparison {
  const { formerListenedMs, formerBytes, formerByteLength, formerDurationMs } = comparison;
  const ofNew = { bytesSent: open.bytesSent, byteLength: open.byteLength, durationMs: open.durationMs };
  const ofFormer = { bytesSent: formerBytes, byteLength: formerByteLength, durationMs: formerDurationMs };
  const listenedMs =
    provenMilliseconds(open.listenedMs - formerListenedMs, ofNew) +
    provenMilliseconds(formerListenedMs, ofFormer);
  const seconds = heardSeconds(comparison);
  const delivered = (audio: typeof ofNew) => Math.floor(deliveredMilliseconds(audio) / 1000);
  const missing = secondsMissing(comparison, {
    new: Math.min(seconds.new, delivered(ofNew)),
    former: Math.min(seconds.former, delivered(ofFormer)),
  });
  return {
    countedMs: countedMilliseconds(listenedMs, missing.new + missing.former, unlockMilliseconds),
    missing,
  };
}

/** The part of the listening time that counts, by what the server's clock has counted of each version. */
export function comparedMilliseconds(listenedMs: number, comparison: Comparison): number {
  const missing = secondsMissing(comparison);
  return countedMilliseconds(listenedMs, missing.new + missing.former, unlockMilliseconds);
}
