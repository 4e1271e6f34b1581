import { describe, expect, test } from 'vitest';
import { reviewCorpus } from '#tests/support/texts/review-corpus.ts';
import { bandKeys, comparedText, isNearEqual, likeness } from './text-rules.ts';

const alike = (one: string, other: string) => likeness(comparedText(one), comparedText(other));
const meet = (one: string, other: string) => {
  const keys = new Set(bandKeys(comparedText(one)));
  return bandKeys(comparedText(other)).some((key) => keys.has(key));
};
const texts = reviewCorpus(11).honest.map(({ text }) => text);

describe('the index', () => {
  /** Replaces every n-th word by one that is nowhere else. */
  const replaced = (text: string, every: number, offset: number) =>
    text
      .split(' ')
      .map((word, i) => ((i + offset) % every === 0 ? `other${offset}x${i}` : word))
      .join(' ');

  test('finds a copy with every seventh word replaced', () => {
    const copies = texts.flatMap((text) =>
      [0, 3, 5].map((offset) => [text, replaced(text, 7, offset)] as const),
    );
    const found = copies.filter(([text, copy]) => meet(text, copy) && isNearEqual(alike(text, copy)));
    expect(found.length / copies.length).toBeGreaterThan(0.98);
  });

  test('finds a copy with shuffled words', () => {
    const shuffled = (text: string) => text.split(' ').toSorted().join(' ');
    expect(texts.filter((text) => !meet(text, shuffled(text)))).toEqual([]);
  });

  test('finds no two honest texts near-equal', () => {
    const pairs = texts.flatMap((one, i) => texts.slice(i + 1).map((other) => [one, other] as const));
    const own = reviewCorpus(11).honest;
    const ofOneTrack = own.flatMap(({ text, earlier }) => earlier.map((other) => [text, other] as const));
    expect(pairs.length).toBeGreaterThan(5000);
    expect(ofOneTrack.filter(([one, other]) => isNearEqual(alike(one, other)))).toEqual([]);
  });
});
