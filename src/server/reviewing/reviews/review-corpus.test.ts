import { describe, expect, test } from 'vitest';
import { countWords, minimumReviewWords } from '#contract/business-rules.ts';
import { alikeIn, failed } from '#tests/support/people/submission.ts';
import { type CorpusText, reviewCorpus } from '#tests/support/texts/review-corpus.ts';

describe.each([1, 2026, 77_777])('the corpus of seed %i', (seed) => {
  const corpus = reviewCorpus(seed);
  const flags = ({ text, earlier }: CorpusText) =>
    failed({ comment: text, nearEqual: alikeIn(text, earlier) });
  const clean = (texts: readonly CorpusText[]) =>
    texts.filter((text) => flags(text).length === 0).map(({ text }) => text);

  test('has at least 200 texts, and the honest ones could be submitted', () => {
    const { honest: honestTexts, junk, copies } = corpus;
    expect(honestTexts.length + junk.length + copies.length).toBeGreaterThanOrEqual(200);
    expect(honestTexts.filter(({ text }) => countWords(text) < minimumReviewWords)).toEqual([]);
  });

  test('all junk is flagged', () => {
    expect(clean(corpus.junk)).toEqual([]);
  });

  test('every copy is flagged, however edited and shuffled', () => {
    expect(clean(corpus.copies)).toEqual([]);
  });

  test('at most 2% of the honest texts are flagged', () => {
    const flagged = corpus.honest.length - clean(corpus.honest).length;
    expect(flagged / corpus.honest.length).toBeLessThanOrEqual(0.02);
  });
});
