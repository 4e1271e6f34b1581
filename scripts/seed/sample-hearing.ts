import { requiredListeningSeconds } from '#contract/business-rules.ts';
import { isSameMoment, type MomentKind } from '#contract/music/tracks/moment-kinds.ts';
import type { Moment } from '#contract/music/tracks/tracks.ts';
import type { ReviewNote } from '#contract/reviewing/reviews/review-help.ts';
import { seededRandom } from '#server/statistics/seeded-random.ts';
import { isGoodAt, sampleNote } from './sample-comments.ts';
import type { Reception } from './sample-tracks.ts';

/** How a listener ends the unpaid listening before the track does. */
export type SampleStop = 'typed' | 'paused' | 'hidden' | 'sent';

/** What one listener does with one track. */
export interface SampleHearing {
  readonly rating: number;
  /** Seconds of listening after the paid minute; 0 for none. */
  readonly unpaidSeconds: number;
  readonly stop: SampleStop;
  /** The second in the first minute at which the listener jumps ahead; null for no jump. */
  readonly jumpsAt: number | null;
  readonly moments: readonly Moment[];
  readonly notes: readonly ReviewNote[];
  /** The second that the comment mentions. */
  readonly remarkAt: number | null;
}

/** Of a track that is too short for unpaid listening, or of two versions that are compared. */
export const plainHearing: Omit<SampleHearing, 'rating'> = {
  ...{ unpaidSeconds: 0, stop: 'sent', jumpsAt: null, remarkAt: null },
  moments: [],
  notes: [],
};

/** The length of a jump ahead, in seconds. */
export const jumpSeconds = 12;
const leastStay = 5;

/** Deterministic: the same number gives the same result, so samples always look alike. */
export function sampleHearing(reception: Reception, durationSeconds: number, number: number): SampleHearing {
  const { stars, stay, staySeconds, moments } = reception;
  const random = seededRandom(number);
  const happens = (share: number) => random() < share;
  const within = (from: number, to: number) => Math.floor(from + random() * (to - from));
  const rating = ratingAt(stars, random() * 10);
  const wanted = happens(stay) ? leastStay - Math.log(1 - random()) * (staySeconds - leastStay) : 0;
  const unpaidSeconds = Math.min(Math.round(wanted), Math.ceil(durationSeconds) - requiredListeningSeconds);
  const jumpsAt = happens(0.07) ? within(15, 30) : null;
  const end = Math.min(durationSeconds - 1, requiredListeningSeconds + unpaidSeconds);
  const isHeard = (second: number) =>
    second < end && (jumpsAt === null || second < jumpsAt || second >= jumpsAt + jumpSeconds);
  const shared = moments
    .filter(({ share }) => happens(share))
    .map(({ kind, atSecond }) => ({ kind, atSecond: atSecond + within(-2, 3) }));
  const own = Array.from({ length: within(0, 3) }, () => ({
    kind: ownKind(rating, random()),
    atSecond: within(4, end),
  }));
  const notedAt = happens(0.4) ? [within(8, end)] : [];
  const notes = notedAt.map((atSecond) => ({
    atSecond,
    note: sampleNote(within(0, 6), isGoodAt(reception, atSecond, rating)),
  }));
  const remarkAt = happens(0.45)
    ? (shared.find(({ atSecond }) => isHeard(atSecond))?.atSecond ?? within(5, end))
    : null;
  return {
    ...{ rating, unpaidSeconds, jumpsAt },
    stop: stopAt(random()),
    moments: apart([...shared, ...own].filter(({ atSecond }) => isHeard(atSecond))),
    notes: notes.filter(({ atSecond }) => isHeard(atSecond)),
    remarkAt: remarkAt !== null && isHeard(remarkAt) ? remarkAt : null,
  };
}

/** The rating by one of ten listeners. */
function ratingAt(stars: Reception['stars'], place: number): number {
  const ten = stars.flatMap((count, worse) => Array.from({ length: count }, () => worse + 1));
  return ten[Math.floor(place)] ?? 3;
}

const ownKind = (rating: number, chance: number): MomentKind => {
  if (chance < rating / 6) return 'love';
  return chance < 0.85 ? 'lost' : 'skip';
};

function stopAt(chance: number): SampleStop {
  if (chance < 0.55) return 'typed';
  if (chance < 0.75) return 'paused';
  return chance < 0.85 ? 'hidden' : 'sent';
}

/** Keeps one mark of each kind per moment, as the product does. */
const apart = (moments: readonly Moment[]): Moment[] =>
  moments.filter(
    ({ kind, atSecond }, place) =>
      !moments.slice(0, place).some((one) => one.kind === kind && isSameMoment(one.atSecond, atSecond)),
  );
