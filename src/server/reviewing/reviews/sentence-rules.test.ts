import { describe, expect, test } from 'vitest';
import { plainReviews } from '#tests/support/texts/plain-reviews.ts';
import { knownSentences, runsOf, type SentenceHit, sentenceKeys } from './sentence-rules.ts';

/** What a text has of earlier ones; the first of them is the listener's own. */
function known(comment: string, ...earlier: readonly string[]) {
  const hits = earlier.flatMap((text, place): SentenceHit[] =>
    sentenceKeys(text).map((key) => ({ key, text: place, isOwn: place === 0 })),
  );
  const { whole, near } = knownSentences(runsOf(comment), hits);
  return `${whole} ${near}`;
}

const first = 'The guitar solo in the middle gave me chills.';
const second = 'I would turn the kick down and let the bass breathe a little.';
const third = 'When the choir enters after two minutes, everything finally makes sense to me.';
const earlier = ['I wrote this one.', `${first} Nice.`, `Well. ${second}`, `${third} Bye.`];

describe('a sentence of at least eight words that an earlier review has', () => {
  test.each([
    ['alone among other words', `I like it. ${first} Good work!`, '1 0'],
    ['in capitals and without accents', first.toUpperCase(), '1 0'],
    [
      'of several reviews, joined by commas',
      `${first.slice(0, -1)}, ${second.slice(0, -1)}, ${third}`,
      '3 0',
    ],
    ['joined without any punctuation', `${first} ${second} ${third}`.replace(/[.,]/g, ''), '3 0'],
    ['joined by a word each', `and ${first} and ${second} and ${third}`.replace(/[.,]/g, ''), '3 0'],
    ['behind a word', `So ${first} And yes ${second}`, '2 0'],
    ['with a comma more', first.replace('middle', 'middle,'), '1 0'],
    ['with a word changed', first.replace('solo', 'lick'), '0 1'],
    [
      'with two words changed at every other place',
      second.replace('turn', 'push').replace('kick', 'snare'),
      '0 1',
    ],
    [
      'with a word changed in each of two',
      `${first.replace('solo', 'lick')} ${second.replace('bass', 'voice')}`,
      '0 2',
    ],
    ['in other words', 'That guitar part around the middle really gave me the chills.', '0 0'],
    ['of seven words', 'The solo in the middle gave chills.', '0 0'],
  ])('%s', (_name, comment, found) => {
    expect(known(comment, ...earlier)).toBe(found);
  });
});

test('of a sentence longer than sixteen words the first sixteen are compared', () => {
  const words = Array.from({ length: 20 }, (_, i) => `word${i}`);
  expect(known(`${words.join(' ')}.`, '', `${words.join(' ')}.`)).toBe('1 0');
  expect(known(`${words.slice(0, 16).join(' ')} another ending.`, '', `${words.join(' ')}.`)).toBe('1 0');
});

test('sentences are found where words are not separated', () => {
  const chinese = '我很喜欢这首歌的开头只有吉他和一点空间。';
  expect(known(`嗯。${chinese}再见。`, '', chinese)).toBe('1 0');
});

test('a place that several texts share counts once, and the listener’s own is told', () => {
  const hits = [0, 1].flatMap((text) => sentenceKeys(first).map((key) => ({ key, text, isOwn: text === 0 })));
  expect(knownSentences(runsOf(first), hits)).toMatchObject({ whole: 1, near: 0 });
  const own = hits.filter(({ isOwn }) => isOwn);
  expect(knownSentences(runsOf(first), own)).toEqual({ whole: 1, near: 0, own: 1 });
});

test('honest reviews in many languages share no sentence', () => {
  const texts = Object.values(plainReviews);
  expect(texts.filter((text, place) => known(text, ...texts.toSpliced(place, 1)) !== '0 0')).toEqual([]);
});

test('a text of 5,000 letters without punctuation has a bounded number of keys', () => {
  const long = Array.from({ length: 800 }, (_, i) => `word${i}`).join(' ');
  expect(runsOf(long).length).toBeLessThanOrEqual(300 * 9);
  expect(sentenceKeys(`${'one two three four five six seven eight. '.repeat(400)}`)).toHaveLength(2);
});
