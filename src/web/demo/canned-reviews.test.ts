import { expect, test } from 'vitest';
import { countWords, minimumReviewWords } from '#contract/business-rules.ts';
import { cannedReviews, cannedStyles, styleOf } from './canned-reviews.ts';

test('every canned review is long enough to be sent', () => {
  for (const style of cannedStyles) {
    expect(countWords(cannedReviews[style]), style).toBeGreaterThanOrEqual(minimumReviewWords);
  }
});

test('words that were changed are nobody’s style any more', () => {
  expect(styleOf(cannedReviews.Great)).toBe('Great');
  expect(styleOf(`${cannedReviews.Great} And more.`)).toBeNull();
});
