import { genreLabel } from '#contract/business-rules.ts';
import { keptListening } from '#contract/insight/verdict/shared-verdict.ts';
import type { MomentCluster, Verdict } from '#contract/insight/verdict/verdict.ts';
import { fewestListenersShown } from '#contract/insight/verdict/verdict-rules.ts';
import type { MomentKind } from '#contract/music/tracks/moment-kinds.ts';
import { formatDuration } from '#web/ui/display/duration.ts';

/** A piece of a text. A tone marks what stands out; a second makes it playable. */
export interface Piece {
  readonly text: string;
  readonly tone?: 'more' | 'wrong';
  readonly second?: number;
}

interface SentenceFacts extends Pick<Verdict, 'staying' | 'rating' | 'stars' | 'clusters'> {
  readonly track: Pick<Verdict['track'], 'reviewCount'>;
}

const people = (count: number, one = 'listener') =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`;
export const percent = (share: number): string => `${Math.round(share * 100)}%`;

const clusterVerbs: Readonly<Record<MomentKind, string>> = {
  love: 'They love',
  lost: 'You lose them at',
  skip: 'They’d skip at',
};

/** The strongest moment as a separate sentence. */
export const clusterPieces = (cluster: MomentCluster | undefined): Piece[] =>
  cluster === undefined
    ? []
    : [
        { text: ` ${clusterVerbs[cluster.kind]} ` },
        {
          text: formatDuration(cluster.from),
          ...(cluster.kind === 'love' ? {} : { tone: 'wrong' }),
          second: cluster.from,
        },
        { text: '.' },
      ];

/** The key figure; mint if it is more than most. */
const figure = (text: string, isMore: boolean): Piece => (isMore ? { text, tone: 'more' } : { text });

const counted = (stars: readonly number[]) => stars.reduce((sum, count) => sum + count, 0);

const ratingPieces = ({ rating, track, stars }: SentenceFacts): Piece[] =>
  rating === null
    ? [{ text: `${people(track.reviewCount, 'review')}: too few to tell.` }]
    : [
        figure(`${rating.mean.toFixed(1)} of 5`, rating.comparison?.claim === 'above'),
        { text: ` from ${people(counted(stars), 'review')}.` },
      ];

/** The sentence at the top of a track's page. */
export function headline(facts: SentenceFacts): Piece[] {
  const { staying, track, clusters } = facts;
  const cluster = clusterPieces(clusters[0]);
  if (staying.listeners > 0) {
    return [
      figure(`${staying.stayed} of ${staying.listeners}`, staying.comparison?.claim === 'more'),
      { text: keptListening },
      ...cluster,
    ];
  }
  if (staying.notYetCounted > 0 && !staying.isTooShort) return [{ text: 'Too early to tell.' }, ...cluster];
  if (track.reviewCount === 0) return [{ text: 'No reviews yet.' }];
  return [...ratingPieces(facts), ...cluster];
}

/** `3 in 10 stay`. */
function stayInTen(share: number): string {
  const stay = Math.round(share * 10);
  if (stay === 0) return 'fewer than 1 in 10 stay';
  return stay === 1 ? '1 in 10 stays' : `${stay} in 10 stay`;
}

type Pool = Parameters<typeof genreLabel>[0] | null;
/** Where the tracks are that a track is compared with. */
const poolPlace = (genre: Pool) => (genre === null ? 'On Earshot' : `In ${genreLabel(genre)}`);

function ratingAgainstOthers({ rating }: SentenceFacts): Piece[] {
  if (rating === null) return [];
  const stars = `${rating.mean.toFixed(1)} stars`;
  if (rating.comparison === null) return [{ text: `You average ${stars}.` }];
  const { claim, mean, genre } = rating.comparison;
  const yours = claim === null ? `You average ${stars}.` : `You average ${stars}, ${claim} most.`;
  const others = `The average ${genre === null ? 'here' : `in ${genreLabel(genre)}`} is ${mean.toFixed(1)}.`;
  return [figure(yours, claim === 'above'), { text: others }];
}

function stayingAgainstOthers({ comparison, interval }: Verdict['staying']): Piece[] {
  if (comparison === null)
    return [{ text: 'It’s too early to compare you: that takes 10 tracks by 5 other artists.' }];
  const { genre, median, claim, tracks } = comparison;
  const most: Piece = { text: `${poolPlace(genre)}, ${stayInTen(median)}.` };
  if (claim === 'more') return [most, figure('More stay with you than with most.', true)];
  if (claim === 'fewer') return [most, { text: 'Fewer stay with you than with most.' }];
  if (interval === null) return [most];
  if (interval.low <= median && median <= interval.high)
    return [most, { text: 'You’re too close to that to call.' }];
  const side = interval.low > median ? 'ahead' : 'behind';
  return [most, { text: `You’re likely ${side}, but we’ve only got ${tracks} tracks to compare with.` }];
}

function halfSentence({ half }: Verdict['staying']): Piece[] {
  // One to five are shown as dots in the details, one for each.
  if (half === null) return [];
  const text =
    half.seconds === null
      ? 'More than half of them stayed to the end.'
      : `Half of them stayed another ${Math.round(half.seconds)} seconds or more.`;
  return [{ text }];
}

/** The line after the headline: the rating and the staying against others. */
export function leadSentences(facts: SentenceFacts): Piece[] {
  const { staying } = facts;
  if (staying.isTooShort)
    return [{ text: 'This track ends too soon after the paid minute to tell who stays.' }];
  if (staying.listeners === 0) {
    if (staying.notYetCounted === 0)
      return [{ text: 'Every listener who finishes the first minute adds to your verdict.' }];
    return [
      {
        text: `${people(staying.notYetCounted)} so far. We show unpaid listening once ${fewestListenersShown} people have heard it, so no one can be identified.`,
      },
    ];
  }
  return [...halfSentence(staying), ...stayingAgainstOthers(staying), ...ratingAgainstOthers(facts)];
}

/** What the staying figures count. */
export function basisSentences({
  listeners,
  notYetCounted,
  leftOut,
  curveListeners,
}: Verdict['staying']): string[] {
  if (listeners === 0) return [];
  return [
    `The headline counts all ${listeners} listeners.`,
    curveListeners > 0
      ? `The solid line shows the ${curveListeners} who heard 0:00 to 1:00 straight through.`
      : `The solid line appears once ${fewestListenersShown} listeners have heard 0:00 to 1:00 straight through.`,
    ...(notYetCounted > 0
      ? [
          `We add new listeners three at a time, and ${notYetCounted} ${notYetCounted === 1 ? 'is' : 'are'} waiting.`,
        ]
      : []),
    ...(leftOut > 0
      ? [
          `${people(leftOut)} ${leftOut === 1 ? 'is' : 'are'} left out: tests, reviewers of an earlier version, accounts linked with yours, or accounts that stay to the end of nearly everything.`,
        ]
      : []),
  ];
}

const clusterActs: Readonly<Record<MomentKind, (from: string, to: string) => string>> = {
  love: (from, to) => `loved ${from} to ${to}`,
  lost: (from, to) => `got lost between ${from} and ${to}`,
  skip: (from, to) => `would skip between ${from} and ${to}`,
};

/** '9 of the 14 who heard it got lost between 0:21 and 0:29.' Says where, never why. */
export const clusterSentence = ({ kind, from, to, people: marked, heardBy }: MomentCluster): string =>
  `${marked} of the ${heardBy} who heard it ${clusterActs[kind](formatDuration(from), formatDuration(to))}.`;

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
          `${poolPlace(comparison.genre)} it’s ${comparison.mean.toFixed(1)}${comparison.claim === null ? '' : `, yours is ${comparison.claim} most`}`,
        ];
  const left =
    reviewsLeftOut === 0 ? [] : [`without ${people(reviewsLeftOut, 'review')} by accounts linked with yours`];
  return [
    likely,
    ...compared,
    ...(more === 0 ? [] : [`about ${people(more, 'more review')} would settle it`]),
    ...left,
  ];
}
