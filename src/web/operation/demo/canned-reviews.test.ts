import { expect, test } from 'vitest';
import { countWords, minimumReviewWords } from '#contract/business-rules.ts';
import { cannedReviews, cannedStyles, styleOf } from './canned-reviews.ts';

test('every canned review is long enough to submit', () => {
  for (const style of cannedStyles) {
    expect(countWords(cannedReviews[style]), style).toBeGreaterThanOrEqual(minimumReviewWords);
  }
});

test('an edited canned review no longer has a style', () => {
  expect(styleOf(cannedReviews.Great)).toBe('Great');
  expect(styleOf(`${cannedReviews.Great} And more.`)).toBeNull();
});
