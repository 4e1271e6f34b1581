import { expect, test } from 'vitest';
import { plainReviews } from '#tests/support/texts/plain-reviews.ts';
import { judge, type Submission } from './approval-rules.ts';
import { impossiblePairs, isPlaceholder } from './word-order-rules.ts';

const failed = (comment: string, earlierComments: readonly string[] = []): string[] => {
  const submission: Submission = {
    comment,
    earlierComments,
    provenSeconds: 60,
    deliveredSeconds: 60,
    comparedSeconds: null,
    trackSeconds: 180,
    isOwnTrack: false,
    standsInCluster: false,
    nearEqual: [],
    knownSentences: { whole: 0, near: 0, own: 0 },
    sendingSeconds: [12],
    isChosenByNew: false,
    typing: { brought: undefined, broughtInAll: 0, isHabit: false },
    isTypingCleared: false,
    sharesNetworkWithArtist: false,
    reviewersOnNetwork: 0,
    sharesMarkWithArtist: false,
    reviewersOfMark: 0,
    reviewersOfDevice: 0,
  };
  return judge(submission)
    .filter(({ passed }) => !passed)
    .map(({ rule }) => rule);
};

test('at least 24 languages are tested', () => {
  expect(Object.keys(plainReviews).length).toBeGreaterThanOrEqual(24);
});

test.each(Object.entries(plainReviews))('an honest review in %s is not flagged', (_language, text) => {
  expect(failed(text)).toEqual([]);
});

const everyday = 'the a of and to in is it you that was for on are with as at be this have from or'.split(
  ' ',
);
const music =
  'guitar drum bass voice chorus verse bridge melody rhythm tempo reverb synth piano hook riff beat sound mix tone groove snare kick ' +
  'cymbal chord harmony lyric intro outro solo layer';

/** Words drawn at random, a share of them everyday ones: the same for the same seed. */
function salad(seed: number, share: number): string {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const nouns = music.split(' ');
  return Array.from({ length: 55 }, () => {
    const from = next() < share ? everyday : nouns;
    return from[Math.floor(next() * from.length)] ?? '';
  }).join(' ');
}

test('at least 70% of 200 random texts are flagged, with nearly half everyday words', () => {
  const found = Array.from({ length: 200 }, (_, seed) => failed(salad(seed + 1, 0.45)));
  expect(found.filter((rules) => rules.length > 0).length).toBeGreaterThanOrEqual(140);
});

test('nearly all of 200 listeners who send random texts are flagged by the fourth, and most with fewer everyday words', () => {
  const foundBy = (share: number) =>
    Array.from({ length: 200 }, (_, listener) => {
      const [last = '', ...earlier] = [3, 2, 1, 0].map((place) => salad(1 + 4 * listener + place, share));
      return failed(last, earlier).includes('word_order');
    }).filter(Boolean).length;
  expect(foundBy(0.45)).toBeGreaterThanOrEqual(196);
  expect(foundBy(0.3)).toBeGreaterThanOrEqual(110);
});

test('one slip in each of four reviews is not flagged, nor are earlier slips before a clean review', () => {
  const slip = 'I like the of part, and the drums';
  expect(failed(plainReviews.slang ?? '', [slip, slip, slip])).toEqual([]);
  expect(failed(`${plainReviews.slang ?? ''} ${slip}`, [slip, slip, slip])).toEqual([]);
  expect(failed(plainReviews.slang ?? '', [salad(1, 0.45), salad(2, 0.45), salad(3, 0.45)])).toEqual([]);
});

test('a pair of words that no sentence has is a slip, unless a comma separates it', () => {
  expect(impossiblePairs('I like the of part and the the drums')).toBe(2);
  expect(impossiblePairs('I liked it and, or so I think, the, of course, drums')).toBe(0);
});

test.each([
  ['the', 'the of to and is be have it'],
  ['of', 'of to and is be have'],
  ['to', 'of to and is'],
  ['and', 'and'],
  ['is', 'is be'],
  ['be', 'is be have'],
  ['have', 'is be have'],
  ['it', ''],
])('no sentence has %s before: %s', (word, never) => {
  const others = 'the of to and is be have it drums'.split(' ');
  expect(others.filter((other) => impossiblePairs(`${word} ${other}`) === 1).join(' ')).toBe(never);
});

test('a single word of lorem ipsum is not flagged: dolor is Spanish for pain', () => {
  expect(isPlaceholder(['me', 'da', 'dolor'])).toBe(false);
  expect(isPlaceholder(['lorem', 'ipsum', 'dolor'])).toBe(true);
  expect(isPlaceholder('sed ut perspiciatis unde omnis iste natus error sit voluptatem'.split(' '))).toBe(
    true,
  );
});
