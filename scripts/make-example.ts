import './check-node.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requiredListeningSeconds } from '#contract/business-rules.ts';
import type { Verdict } from '#contract/insight/verdict/verdict.ts';
import { keptVerdict } from '#server/insight/verdict/kept-verdict-rules.ts';
import { countMarks, goneBySecond } from '#server/insight/verdict/moment-rules.ts';
import { ratingVerdict } from '#server/insight/verdict/rating-rules.ts';
import { countStays, stayingFigures } from '#server/insight/verdict/staying-rules.ts';
import { sampleTrack } from '#web/operation/demo/sample-tracks.ts';
import { isGoodAt, sampleComment, samplePrompts, sampleRemark } from './seed/sample-comments.ts';
import { jumpSeconds, sampleHearing } from './seed/sample-hearing.ts';
import type { Reception } from './seed/sample-tracks.ts';

const listeners = 38;
/** Seconds at which listeners skipped it. */
const skips: readonly number[] = [9, 21, 36];
const reception: Reception = {
  reviews: listeners,
  skips: skips.length,
  stay: 0.52,
  staySeconds: 22,
  stars: [0, 1, 2, 4, 3],
  moments: [
    { kind: 'lost', atSecond: 37, share: 0.42 },
    { kind: 'love', atSecond: 72, share: 0.5 },
  ],
};
/** What other tracks got, to compare with: of 30 listeners each, how many stayed, and the mean of their stars. */
const others = [6, 8, 9, 7, 11, 10, 5, 12, 9, 8, 13, 7].map((stayed, place) => ({
  artistId: `artist ${place}`,
  reviews: 30,
  ratingMean: 2.8 + (stayed % 5) / 5,
  ratingVariance: 1,
  listeners: 30,
  stayed,
}));

const newest = Date.parse('2026-11-20T18:00:00Z');
const sampleId = (kind: number, number: number) =>
  `00000000-0000-4000-8000-${kind.toString(16)}${number.toString(16).padStart(11, '0')}`;
const bytes = (shares: readonly number[]) =>
  Buffer.from(shares.map((share) => Math.round(255 * Math.sqrt(share))));

/** What listener number so many did and wrote. */
function heardBy(number: number, durationSeconds: number) {
  const hearing = sampleHearing(reception, durationSeconds, number + 1);
  const { rating, remarkAt } = hearing;
  const jump = hearing.jumpsAt === null ? 0 : jumpSeconds;
  const end = Math.min(durationSeconds, requiredListeningSeconds + jump + hearing.unpaidSeconds);
  const hasEnded = hearing.unpaidSeconds > 0 && end + 1 > durationSeconds;
  return {
    ...hearing,
    listenerId: `listener ${number}`,
    stop: hasEnded ? ('end' as const) : hearing.unpaidSeconds === 0 ? ('sent' as const) : hearing.stop,
    heard:
      hearing.jumpsAt === null
        ? [{ from: 0, to: Math.floor(end) }]
        : [
            { from: 0, to: hearing.jumpsAt },
            { from: hearing.jumpsAt + jump, to: Math.floor(end) },
          ],
    comment: [
      // No two of them share more than one sentence.
      sampleComment(number * 20),
      ...(remarkAt === null ? [] : [sampleRemark(number, remarkAt, isGoodAt(reception, remarkAt, rating))]),
    ].join(' '),
  };
}

/** The verdict of `/example`: sample listeners, and what the product's own recipes make of them. */
export function exampleVerdict(): Verdict {
  const { title, duration, peaks } = sampleTrack(2);
  const trackId = sampleId(1, 1);
  const all = Array.from({ length: listeners }, (_, number) => heardBy(number, duration));
  const marks = all.flatMap(({ listenerId, moments }) =>
    moments.map((moment) => ({ ...moment, listenerId })),
  );
  const stays = all.map(({ unpaidSeconds, stop, jumpsAt }) => ({
    unpaidSeconds,
    stop,
    censored: stop === 'end',
    heardWholeMinute: jumpsAt === null,
  }));
  const count = countStays(stays);
  const kept = keptVerdict({
    trackId,
    durationSeconds: duration,
    genre: 'rock',
    heard: all,
    marks,
    texts: all.map(({ comment, notes: noted }) => [comment, ...noted.map(({ note }) => note)].join('\n')),
    stays: count && { stayed: count.stayed, listeners: count.counted.length },
    ofGenre: [],
    ofAll: others,
  });
  const stars = [1, 2, 3, 4, 5].map((star) => all.filter(({ rating }) => rating === star).length);
  const mean = all.reduce((sum, { rating }) => sum + rating, 0) / listeners;
  const rating = ratingVerdict(stars, kept.ratingPool);
  const createdAt = new Date(newest).toISOString();
  return {
    track: {
      id: trackId,
      title,
      genre: 'rock',
      isBlind: false,
      description: null,
      status: 'active',
      takedown: null,
      durationSeconds: duration,
      peaks: bytes(peaks).toString('base64'),
      coverUrl: null,
      loudnessLufs: null,
      priorityWeight: 1,
      reviewTarget: listeners,
      version: 1,
      predecessorId: null,
      delivered: listeners,
      beingChecked: 0,
      perDay: 0,
      openPlaces: 0,
      assignments: [],
      heldUntil: null,
      reviewCount: listeners,
      averageRating: mean,
      playCount: listeners + skips.length,
      listeningNow: 0,
      createdAt,
    },
    figures: {
      plays: { total: listeners + skips.length, thisMonth: 0 },
      reviews: { total: listeners, thisMonth: 0 },
      averageRating: { total: mean, thisMonth: null },
      activeTracks: { total: 1, thisMonth: 0 },
      topTracks: [],
      recentReviews: [],
      months: [],
      stars,
      ratingInterval: rating?.interval ?? null,
      listeners: { new: 0, returning: 0 },
      likedGenres: null,
    },
    reviews: {
      items: all.map(({ rating: given, comment, notes: noted, moments }, number) => ({
        id: sampleId(2, number),
        listenerName: `Sample listener ${number + 1}`,
        rating: given,
        comment,
        prompts: samplePrompts(number),
        notes: [...noted],
        moments: [...moments],
        status: 'approved',
        isTakenDown: false,
        mark: null,
        press: null,
        createdAt: new Date(newest - number * 7_200_000).toISOString(),
      })),
      nextCursor: null,
    },
    staying: { ...stayingFigures(stays), leftOut: 0, isTooShort: false, comparison: kept.stayingComparison },
    rating,
    stars,
    reviewsLeftOut: 0,
    marks: countMarks(marks),
    firstMinute: {
      listeners: listeners + skips.length,
      gone: goneBySecond(
        skips.map((atSecond, place) => ({ listenerId: `skipper ${place}`, atSecond })),
        marks,
        requiredListeningSeconds,
      ),
    },
    clusters: [...kept.clusters],
    mentions: [...kept.mentions],
    isComputing: false,
    verdictAddress: null,
    circle: null,
  };
}

if (import.meta.main) {
  const file = join(import.meta.dirname, '../src/web/insight/verdict/example-verdict.json');
  await writeFile(file, `${JSON.stringify(exampleVerdict())}\n`);
}
