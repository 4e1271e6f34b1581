import { expect, test } from 'vitest';
import { suggestedRejection } from './suggested-rejection.ts';

const finding = (rule: string, passed = false) => ({ rule, version: 1, passed, detail: '' });

test.each([
  [[], null],
  [[[]], null],
  [[[finding('near_equal', true)]], null],
  [[[finding('typing')]], null],
  [[[finding('a rule that is gone')]], null],
  [[[finding('words', true), finding('near_equal')]], 'copied'],
  [[[finding('typing'), finding('word_order')]], 'generated'],
  [[[finding('variety')], [finding('variety'), finding('near_equal')]], 'too_little'],
  [[[finding('variety')], [finding('near_equal')]], null],
  [[[finding('variety')], []], null],
])('for %j the suggested reason is %s', (reviews, reason) => {
  expect(suggestedRejection(reviews)?.reason ?? null).toBe(reason);
});
