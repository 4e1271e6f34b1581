import { expect, test } from 'vitest';
import { plans } from '#contract/business-rules.ts';
import { planReviewsText } from './plan-reviews-text.ts';

test.each([
  ['basic', 'Up to 10 reviews for each track, 20 a month in all.'],
  ['pro', 'Up to 20 reviews for each track, 100 a month in all.'],
  ['unlimited', 'Up to 30 reviews for each track, 200 a month in all.'],
] as const)('the card of %s says how many reviews it includes', (plan, text) => {
  expect(planReviewsText(plans[plan])).toBe(text);
});
