import { genreLabel } from '#contract/business-rules.ts';
import type { MomentCluster, Verdict } from '#contract/insight/verdict/verdict.ts';
import { fewestListenersShown } from '#contract/insight/verdict/verdict-rules.ts';
import type { MomentKind } from '#contract/reviewing/listening/moment-kinds.ts';
import { formatDuration } from '#web/ui/display/duration.ts';

/** A piece of the sentence. A tone marks the key figure; a second makes it playable. */
export interface Piece {
  readonly text: string;
  readonly tone?: 'earned' | 'wrong';
  readonly second?: number;
}

interface Said extends Pick<Verdict, 'staying' | 'rating' | 'stars' | 'clusters'> {
  readonly track: Pick<Verdict['track'], 'reviewCount'>;
}

const people = (count: number, one = 'listener') =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`;
export const percent = (share: number): string => `${Math.round(share * 100)}%`;

const clusterVerbs: Readonly<Record<MomentKind, string>> = {
  love: 'They love',
  lost: 'They get lost at',
  skip: 'They would skip at',
};

/** The strongest moment as a separate sentence. */
export const clusterPieces = (cluster: MomentCluster | undefined): Piece[] =>
  cluster === undefined
    ? []
    : [
        { text: ` ${clusterVerbs[cluster.kind]} ` },
        {
          text: formatDuration(cluster.from),
          tone: cluster.kind === 'love' ? 'earned' : 'wrong',
          second: cluster.from,
        },
        { text: '.' },
      ];

const counted = (stars: readonly number[]) => stars.reduce((sum, count) => sum + count, 0);

const ratingPieces = ({ rating, track, stars }: Said): Piece[] =>
  rating === null
    ? [{ text: `${people(track.reviewCount, 'review')}, too few to tell.` }]
    : [
        { text: `${rating.mean.toFixed(1)} of 5`, tone: 'earned' },
        { text: ` from ${people(counted(stars), 'review')}.` },
      ];

/** The sentence at the top of a track's page. */
export function headline(said: Said): Piece[] {
  const { staying, track, clusters } = said;
  const cluster = clusterPieces(clusters[0]);
  if (staying.listeners > 0) {
    return [
      { text: `${staying.stayed} of ${staying.listeners}`, tone: 'earned' },
      { text: ' paid listeners stayed after the minute they were paid for.' },
      ...cluster,
    ];
  }
  if (staying.notYetCounted > 0 && !staying.isTooShort) return [{ text: 'Too early to tell.' }, ...cluster];
  if (track.reviewCount === 0) return [{ text: 'Nobody has reviewed this yet.' }];
  return [...ratingPieces(said), ...cluster];
}

const ofTen = (share: number) => `${Math.round(share * 10)} of 10`;
const poolName = (genre: Parameters<typeof genreLabel>[0] | null) =>
  genre === null ? 'All genres' : genreLabel(genre);

function halfSentence({ half }: Verdict['staying']): string[] {
  if (half !== null)
    return [
      half.seconds === null
        ? 'More than half of those who stayed heard it to the end.'
        : `Half of those heard ${Math.round(half.seconds)} s more.`,
    ];
  // One to five are shown as dots below, one for each.
  return [];
}

function comparisonSentence({ comparison, interval }: Verdict['staying']): string[] {
  if (comparison === null) return ['It is too early to compare: that takes 10 tracks by 5 other artists.'];
  const { genre, median, claim, tracks } = comparison;
  const most = `${poolName(genre)} here: ${ofTen(median)} stay (${tracks} tracks).`;
  if (claim !== null)
    return [
      most,
      claim === 'more' ? 'More stay with yours than with most.' : 'Fewer stay with yours than with most.',
    ];
  if (interval === null) return [most];
  const yours = `Yours: likely ${percent(interval.low)} to ${percent(interval.high)}`;
  const isBetween = interval.low <= median && median <= interval.high;
  return [
    most,
    `${yours}, ${isBetween ? 'so too close to call.' : `but ${tracks} tracks are too few to call it.`}`,
  ];
}

/** The sentences after the headline: its basis, and what would settle it. */
export function leadSentences(said: Said): string[] {
  const { staying, rating } = said;
  if (staying.isTooShort)
    return ['A track under 1:05 leaves nothing to stay for, so it has no staying curve.'];
  if (staying.listeners === 0) {
    if (staying.notYetCounted === 0)
      return ['The verdict grows with each listener who finishes the paid minute.'];
    return [
      `${people(staying.notYetCounted)} so far. Unpaid seconds appear once there are ${fewestListenersShown}, so nobody can be singled out.`,
    ];
  }
  const settled = rating !== null && rating.more > 0 ? [moreSentence(rating.more)] : [];
  return [...halfSentence(staying), ...comparisonSentence(staying), ...settled];
}

const moreSentence = (more: number) =>
  `About ${more} more ${more === 1 ? 'review' : 'reviews'} would settle the rating.`;

/** The basis of the staying figures, in small print. */
export function basisSentence({
  listeners,
  notYetCounted,
  leftOut,
  curveListeners,
}: Verdict['staying']): string {
  const parts = [
    curveListeners > 0
      ? `The line shows ${people(curveListeners)} who heard 0:00 to 1:00 without seeking; the sentence counts all ${listeners}.`
      : `The line appears once ${fewestListenersShown} listeners have heard 0:00 to 1:00 without seeking; the sentence counts all ${listeners}.`,
    notYetCounted > 0
      ? `${people(notYetCounted, 'newer listener')} ${notYetCounted === 1 ? 'counts' : 'count'} once there are three of them.`
      : '',
    leftOut > 0
      ? `${people(leftOut)} ${leftOut === 1 ? 'is' : 'are'} left out: tests, reviewers of an earlier version, accounts linked with yours, or accounts that stay to the end of nearly everything.`
      : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

const clusterEnds: Readonly<Record<MomentKind, string>> = {
  love: 'loved it there',
  lost: 'got lost there',
  skip: 'would skip there',
};

/** '9 of the 14 who heard 0:21 to 0:29 got lost there.' Says where, never why. */
export const clusterSentence = ({ kind, from, to, people: marked, heardBy }: MomentCluster): string =>
  `${marked} of the ${heardBy} who heard ${formatDuration(from)} to ${formatDuration(to)} ${clusterEnds[kind]}.`;

/** The stars beside comparable tracks, in a line. */
export function ratingSentences({
  rating,
  reviewsLeftOut,
}: Pick<Verdict, 'rating' | 'reviewsLeftOut'>): string[] {
  if (rating === null) return [];
  const { interval, comparison, more } = rating;
  const likely = `likely ${interval.low.toFixed(1)} to ${interval.high.toFixed(1)}`;
  const compared =
    comparison === null
      ? []
      : [
          `${poolName(comparison.genre)} here: ${comparison.mean.toFixed(1)}${comparison.claim === null ? '' : `, yours is ${comparison.claim} most`}`,
        ];
  const left =
    reviewsLeftOut === 0 ? [] : [`without ${people(reviewsLeftOut, 'review')} by accounts linked with yours`];
  return [likely, ...compared, ...(more === 0 ? [] : [`about ${more} more would settle it`]), ...left];
}
