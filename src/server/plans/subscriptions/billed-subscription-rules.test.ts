import { expect, test } from 'vitest';
import { isRunning, owes } from './billed-subscription-rules.ts';

test.each([
  ['active', true],
  ['past_due', true],
  ['incomplete', false],
  ['ended', false],
] as const)('the provider may still bill a subscription that is %s: %s', (status, isIt) => {
  expect(isRunning({ status })).toBe(isIt);
});

test.each([
  ['an active one', 'active', false, true],
  ['one past due', 'past_due', false, true],
  ['an ended one', 'ended', false, false],
  ['a paid one', 'active', true, false],
] as const)('the period of a subscription is not paid yet: %s', (_, status, isPaid, isIt) => {
  expect(owes({ status, isPaid })).toBe(isIt);
});
