import { expect, test } from 'vitest';
import { type ComparedTrack, countMentions, keptVerdict, type VerdictInput } from './kept-verdict-rules.ts';

/** So many tracks, by so many artists in turn. */
const tracks = (count: number, artists: number, more: Partial<ComparedTrack> = {}): ComparedTrack[] =>
  Array.from({ length: count }, (_, at) => ({
    artistId: `artist ${at % artists}`,
    reviews: 10,
    ratingMean: 3 + (at % 3) / 2,
    ratingVariance: 1,
    listeners: 10,
    stayed: 2 + (at % 4),
    ...more,
  }));
const input = (more: Partial<VerdictInput>): VerdictInput => ({
  trackId: 'a track',
  durationSeconds: 180.9,
  genre: 'rock',
  heard: [],
  marks: [],
  texts: [],
  stays: { stayed: 5, listeners: 10 },
  ofGenre: [],
  ofAll: [],
  ...more,
});
const poolOf = (more: Partial<VerdictInput>) => {
  const { ratingPool, stayingComparison } = keptVerdict(input(more));
  return { ratings: ratingPool?.genre, stays: stayingComparison?.genre, tracks: ratingPool?.tracks };
};
const none = { ratings: undefined, stays: undefined, tracks: undefined };

test('nine tracks, or four artists, are too few to compare with', () => {
  expect(poolOf({ ofAll: tracks(9, 9) })).toEqual(none);
  expect(poolOf({ ofAll: tracks(40, 4) })).toEqual(none);
});

test('ten tracks by five artists of the genre are enough; otherwise all genres are used', () => {
  expect(poolOf({ ofGenre: tracks(10, 5), ofAll: tracks(30, 9) })).toEqual({
    ratings: 'rock',
    stays: 'rock',
    tracks: 10,
  });
  expect(poolOf({ ofGenre: tracks(9, 5), ofAll: tracks(10, 5) })).toEqual({
    ratings: null,
    stays: null,
    tracks: 10,
  });
});

test('stays are compared only with tracks that have five listeners, and only if there are stays', () => {
  const few = { ofAll: tracks(10, 5, { listeners: 4, stayed: 2 }) };
  expect(poolOf(few)).toEqual({ ratings: null, stays: undefined, tracks: 10 });
  expect(poolOf({ ofAll: tracks(10, 5, { listeners: 5, stayed: 2 }) }).stays).toBeNull();
  expect(keptVerdict(input({ stays: null, ofAll: tracks(10, 5) })).stayingComparison).toBeNull();
});

test('a genre with too few listeners is compared with all genres for stays only', () => {
  const few = tracks(10, 5, { listeners: 4, stayed: 2 });
  expect(poolOf({ ofGenre: few, ofAll: tracks(10, 5) })).toEqual({
    ratings: 'rock',
    stays: null,
    tracks: 10,
  });
});

test('ratings are compared with the ratings of the other tracks', () => {
  const pool = keptVerdict(input({ ofAll: tracks(10, 5) })).ratingPool?.pool;
  for (const figure of Object.values(pool ?? { none: Number.NaN })) expect(figure).toBeGreaterThan(0);
});

test('a track where nearly everyone stays is above a pool where few do', () => {
  const all = keptVerdict(input({ stays: { stayed: 20, listeners: 20 }, ofAll: tracks(10, 5) }));
  expect(all.stayingComparison).toMatchObject({ tracks: 10, claim: 'more' });
  expect(all.stays).toEqual({ stayed: 20, listeners: 20 });
});

test('marks of the same moment form a cluster of their kind, the same in every computation', () => {
  const people = Array.from({ length: 14 }, (_, at) => `listener ${at}`);
  const given = input({
    heard: [
      ...people.map((listenerId) => ({ listenerId, heard: [{ from: 0, to: 180 }] })),
      { listenerId: 'elsewhere in the track', heard: [{ from: 40, to: 80 }] },
    ],
    marks: people.slice(0, 10).map((listenerId) => ({ listenerId, kind: 'lost', atSecond: 100 })),
    texts: ['The drums and the bass.'],
  });
  const { clusters, mentions } = keptVerdict(given);
  expect(clusters).toMatchObject([{ kind: 'lost', people: 10, heardBy: 14 }]);
  expect(clusters[0]?.from).toBeLessThanOrEqual(100);
  expect(clusters[0]?.to).toBeGreaterThan(100);
  expect(mentions.length).toBeGreaterThan(0);
  expect(keptVerdict(given)).toEqual(keptVerdict(given));
});

test('marks of listeners who did not hear the moment form no cluster', () => {
  const marks = Array.from({ length: 10 }, (_, at) => ({
    listenerId: `elsewhere ${at}`,
    kind: 'lost' as const,
    atSecond: 100,
  }));
  const heard = [{ listenerId: 'listener', heard: [{ from: 0, to: 180 }] }];
  expect(keptVerdict(input({ heard, marks })).clusters).toEqual([]);
});

test('a review counts once per topic, however often it mentions it', () =>
  expect(countMentions(['Drums, drums, and the snare!', 'No beat at all.'])).toEqual([
    { topic: 'drums', count: 2 },
  ]));

test('words inside other words do not count', () =>
  expect(countMentions(['A monkey in the subway reads textiles belonging to keyholders.'])).toEqual([]));

test('the most mentioned topic comes first', () =>
  expect(countMentions(['The intro drags.', 'Long intro.', 'Great INTRO']).map(({ topic }) => topic)).toEqual(
    ['intro', 'length'],
  ));

test('a topic mentioned by more texts comes before one listed earlier', () =>
  expect(countMentions(['A voice.', 'Bass.', 'More bass!']).map(({ topic }) => topic)).toEqual([
    'bass',
    'voice',
  ]));

test('without texts there are no mentions', () => expect(countMentions([])).toEqual([]));
