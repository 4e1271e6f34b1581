import { describe, expect, test } from 'vitest';
import { reviewCorpus } from '#tests/support/review-corpus.ts';
import { bandKeys, comparedText, isNearEqual, likeness, mostAlike } from './text-rules.ts';

const words = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `w${from + i}`).join(' ');
const alike = (one: string, other: string) => likeness(comparedText(one), comparedText(other));
const meet = (one: string, other: string) => {
  const keys = new Set(bandKeys(comparedText(one)));
  return bandKeys(comparedText(other)).some((key) => keys.has(key));
};
const texts = reviewCorpus(11).honest.map(({ text }) => text);

test('what two texts share is measured against both, the smaller and their words', () => {
  expect(alike('a b c', 'A, b; c!')).toEqual({ ofBoth: 1, ofSmaller: 1, ofWords: 1 });
  expect(alike('a b c', 'x a b c d e f')).toEqual({ ofBoth: 2 / 6, ofSmaller: 1, ofWords: 3 / 7 });
  expect(alike('a b', 'b a')).toEqual({ ofBoth: 0, ofSmaller: 0, ofWords: 1 });
  expect(alike('', 'a b')).toEqual({ ofBoth: 0, ofSmaller: 0, ofWords: 0 });
});

test('a language without blanks is compared by its signs', () => {
  const text = '低音がとても温かくて最後まで気持ちよく聴けました';
  expect(alike(text, `${text}ありがとう`).ofSmaller).toBe(1);
  expect(alike(text, '歌の始まりが少し長いと思います').ofSmaller).toBe(0);
});

test('a text at each bound passes, one beyond it is near-equal', () => {
  expect(isNearEqual(mostAlike)).toBe(false);
  expect(isNearEqual({ ...mostAlike, ofBoth: 0.351 })).toBe(true);
  expect(isNearEqual({ ...mostAlike, ofSmaller: 0.551 })).toBe(true);
  expect(isNearEqual({ ...mostAlike, ofWords: 0.701 })).toBe(true);
});

test('a text without words has no keys, and every other 36', () => {
  expect(bandKeys(comparedText('...'))).toEqual([]);
  expect(bandKeys(comparedText(words(0, 60)))).toHaveLength(36);
});

describe('the index', () => {
  /** Replaces every n-th word by one that is nowhere else. */
  const replaced = (text: string, every: number, offset: number) =>
    text
      .split(' ')
      .map((word, i) => ((i + offset) % every === 0 ? `other${offset}x${i}` : word))
      .join(' ');

  test('finds a copy of which every seventh word was replaced', () => {
    const copies = texts.flatMap((text) =>
      [0, 3, 5].map((offset) => [text, replaced(text, 7, offset)] as const),
    );
    const found = copies.filter(([text, copy]) => meet(text, copy) && isNearEqual(alike(text, copy)));
    expect(found.length / copies.length).toBeGreaterThan(0.98);
  });

  test('finds a copy whose words were shuffled', () => {
    const shuffled = (text: string) => text.split(' ').toSorted().join(' ');
    expect(texts.filter((text) => !meet(text, shuffled(text)))).toEqual([]);
  });

  test('lets no two honest texts be near-equal', () => {
    const pairs = texts.flatMap((one, i) => texts.slice(i + 1).map((other) => [one, other] as const));
    const own = reviewCorpus(11).honest;
    const ofOneTrack = own.flatMap(({ text, earlier }) => earlier.map((other) => [text, other] as const));
    expect(pairs.length).toBeGreaterThan(5000);
    expect(ofOneTrack.filter(([one, other]) => isNearEqual(alike(one, other)))).toEqual([]);
  });
});
