import { type Genre, genreLabel, requiredListeningSeconds } from '#contract/business-rules.ts';
import { csvOf } from '#contract/csv.ts';
import type { Verdict } from '#contract/insight/verdict/verdict.ts';
import { momentLabels } from '#contract/music/tracks/moment-kinds.ts';
import { reviewPlaces } from '#web/music/tracks/review-places.ts';
import { stopTexts } from './stop-texts.ts';

interface Figure {
  readonly what: string;
  readonly value: number | string;
  readonly from?: number;
  readonly to?: number;
  readonly low?: number | undefined;
  readonly high?: number | undefined;
  readonly of?: number;
}

const pool = (genre: Genre | null): string => (genre === null ? 'all genres' : genreLabel(genre));

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

function ratingFigures({ rating, stars, reviewsLeftOut }: Verdict): Figure[] {
  const of = sum(stars);
  const figures: Figure[] = stars.map((value, place) => ({ what: `stars: ${place + 1}`, value, of }));
  if (reviewsLeftOut > 0) figures.push({ what: 'reviews left out', value: reviewsLeftOut });
  if (rating === null) return figures;
  const { mean, interval, more, comparison } = rating;
  figures.push({ what: 'rating', value: mean, ...interval, of });
  if (more > 0) figures.push({ what: 'reviews to settle the rating', value: more });
  if (comparison !== null)
    figures.push({
      what: `rating here: ${pool(comparison.genre)}`,
      value: comparison.mean,
      of: comparison.tracks,
    });
  return figures;
}

/** Empty with fewer than five listeners, as on the page. */
function stayingFigures({ staying }: Verdict): Figure[] {
  const { listeners, stayed, interval, stops, half, stayedSeconds, comparison, curve, leftOut } = staying;
  if (interval === null) return [{ what: 'listeners not counted yet', value: staying.notYetCounted }];
  return [
    { what: 'stayed', value: stayed, ...interval, of: listeners },
    ...(leftOut > 0 ? [{ what: 'listeners left out', value: leftOut }] : []),
    ...(half?.seconds == null
      ? []
      : [{ what: 'seconds that half of them heard', value: half.seconds, of: stayed }]),
    ...stayedSeconds.map((value) => ({ what: 'seconds that one of them heard', value })),
    ...stops.map(({ kind, count }) => ({ what: `stopped: ${stopTexts[kind]}`, value: count, of: listeners })),
    ...(comparison === null
      ? []
      : [
          {
            what: `share that stays here: ${pool(comparison.genre)}`,
            value: comparison.median,
            of: comparison.tracks,
          },
        ]),
    ...curve.map(({ second, share, low, high, atRisk }) => ({
      what: 'still listening',
      value: share,
      from: requiredListeningSeconds + second,
      low,
      high,
      of: atRisk,
    })),
  ];
}

const momentFigures = ({ firstMinute, clusters, marks }: Verdict): Figure[] => [
  ...firstMinute.gone.map((value, from) => ({
    what: 'skipped or would have',
    value,
    from,
    of: firstMinute.listeners,
  })),
  ...clusters.map(({ kind, from, to, people, heardBy }) => ({
    what: `stands out: ${momentLabels[kind]}`,
    value: people,
    from,
    to,
    of: heardBy,
  })),
  ...marks.map(({ kind, second, count }) => ({
    what: `mark: ${momentLabels[kind]}`,
    value: count,
    from: second,
  })),
];

/** More digits than the page shows, and none that are only left over from computing. */
const digits = 4;
const rounded = (value: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

const cell = (value: number | string | undefined): string =>
  String((typeof value === 'number' ? rounded(value) : value) ?? '');

/** The page's figures, one per line: what, from and to which second, value, limits, basis. */
export function verdictCsv(verdict: Verdict): string {
  const { track, mentions, reviews } = verdict;
  const figures: Figure[] = [
    { what: 'title', value: track.title },
    { what: 'plays', value: track.playCount },
    { what: 'reviews', value: track.reviewCount, of: reviewPlaces(track) },
    ...ratingFigures(verdict),
    ...stayingFigures(verdict),
    ...momentFigures(verdict),
    ...mentions.map(({ topic, count }) => ({
      what: `mentions: ${topic}`,
      value: count,
      of: reviews.items.length,
    })),
  ];
  return csvOf([
    ['figure', 'from second', 'to second', 'value', 'low', 'high', 'of'],
    ...figures.map(({ what, from, to, value, low, high, of }) => [
      what,
      ...[from, to, value, low, high, of].map(cell),
    ]),
  ]);
}
