import type { Genre } from '#contract/business-rules.ts';
import { type MentionTopic, mentionTopics, mentionWords } from '#contract/insight/verdict/verdict-rules.ts';
import { type MomentKind, momentKinds } from '#contract/music/tracks/moment-kinds.ts';
import { findMarkClusters } from '../../statistics/mark-clusters.ts';
import { type RatingPool, ratingPool } from '../../statistics/ratings.ts';
import { stayingAgainstMost, stayingPool } from '../../statistics/staying.ts';

export interface ComparedTrack {
  readonly artistId: string;
  readonly reviews: number;
  readonly ratingMean: number;
  readonly ratingVariance: number;
  readonly listeners: number;
  readonly stayed: number;
}

export interface VerdictInput {
  readonly trackId: string;
  readonly durationSeconds: number;
  readonly genre: Genre;
  readonly heard: readonly { readonly listenerId: string; readonly heard: readonly Stretch[] }[];
  readonly marks: readonly {
    readonly listenerId: string;
    readonly kind: MomentKind;
    readonly atSecond: number;
  }[];
  readonly texts: readonly string[];
  /** Null with too few stays to show. */
  readonly stays: { readonly stayed: number; readonly listeners: number } | null;
  /** Excludes tracks of the same artist. */
  readonly ofGenre: readonly ComparedTrack[];
  readonly ofAll: readonly ComparedTrack[];
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

interface Compared {
  readonly genre: Genre | null;
  readonly tracks: number;
}

export interface KeptVerdict {
  readonly clusters: readonly {
    readonly kind: MomentKind;
    readonly from: number;
    readonly to: number;
    readonly people: number;
    readonly heardBy: number;
  }[];
  readonly mentions: readonly { readonly topic: MentionTopic; readonly count: number }[];
  readonly stays: VerdictInput['stays'];
  readonly stayingComparison:
    | (Compared & { readonly median: number; readonly claim: 'more' | 'fewer' | null })
    | null;
  readonly ratingPool: (Compared & { readonly pool: RatingPool }) | null;
}

const fewestTracks = 10;
const fewestArtists = 5;

const isEnough = (tracks: readonly ComparedTrack[]): boolean =>
  tracks.length >= fewestTracks && new Set(tracks.map(({ artistId }) => artistId)).size >= fewestArtists;

/** The tracks to compare with: those of the genre, else all, else none. */
function chosenPool(
  { genre, ofGenre, ofAll }: VerdictInput,
  isUsable: (track: ComparedTrack) => boolean,
): { genre: Genre | null; tracks: readonly ComparedTrack[] } | null {
  const [near, wide] = [ofGenre.filter(isUsable), ofAll.filter(isUsable)];
  if (isEnough(near)) return { genre, tracks: near };
  return isEnough(wide) ? { genre: null, tracks: wide } : null;
}

/** A stable seed per track, so that recomputing does not randomly drop a cluster (FNV-1a). */
const seedOf = (text: string): number =>
  [...text].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619), 2_166_136_261);

const secondsOf = (stretches: readonly Stretch[]): number[] =>
  stretches.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at));

function clustersOf({ trackId, durationSeconds, heard, marks }: VerdictInput): KeptVerdict['clusters'] {
  const listeners = heard.map((listener) => ({
    heard: secondsOf(listener.heard),
    marks: momentKinds.map((kind) =>
      marks
        .filter((mark) => mark.kind === kind && mark.listenerId === listener.listenerId)
        .map(({ atSecond }) => atSecond),
    ),
  }));
  const scan = {
    durationSeconds: Math.floor(durationSeconds),
    kinds: momentKinds.length,
    seed: seedOf(trackId),
  };
  return findMarkClusters(listeners, scan).flatMap(({ kind: place, from, to, people, heardBy }) => {
    const kind = momentKinds[place];
    return kind === undefined ? [] : [{ kind, from, to, people, heardBy }];
  });
}

function compareStays(input: VerdictInput): KeptVerdict['stayingComparison'] {
  const chosen = chosenPool(input, ({ listeners }) => listeners >= 5);
  if (chosen === null || input.stays === null) return null;
  const pool = stayingPool(chosen.tracks.map(({ stayed, listeners }) => ({ stayed, n: listeners })));
  const { stayed, listeners } = input.stays;
  return {
    genre: chosen.genre,
    tracks: chosen.tracks.length,
    median: pool.median,
    claim: stayingAgainstMost({ stayed, n: listeners }, pool),
  };
}

function poolOfRatings(input: VerdictInput): KeptVerdict['ratingPool'] {
  const chosen = chosenPool(input, () => true);
  if (chosen === null) return null;
  const pool = ratingPool(
    chosen.tracks.map(({ reviews, ratingMean, ratingVariance }) => ({
      n: reviews,
      mean: ratingMean,
      variance: ratingVariance,
    })),
  );
  return { genre: chosen.genre, tracks: chosen.tracks.length, pool };
}

export const keptVerdict = (input: VerdictInput): KeptVerdict => ({
  clusters: clustersOf(input),
  mentions: countMentions(input.texts),
  stays: input.stays,
  stayingComparison: compareStays(input),
  ratingPool: poolOfRatings(input),
});

const patternOf = (words: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})s?(?![\\p{L}\\p{N}])`, 'iu');
const patterns = mentionTopics.map((topic) => ({ topic, pattern: patternOf(mentionWords[topic]) }));

/** How many of the texts mention each topic, most first. A mention does not imply liking. */
export function countMentions(texts: readonly string[]): { topic: MentionTopic; count: number }[] {
  return patterns
    .map(({ topic, pattern }) => ({ topic, count: texts.filter((text) => pattern.test(text)).length }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}
