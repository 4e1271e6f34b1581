import { expect, test } from 'vitest';
import { makerText } from './books-entry-texts.ts';

test.each([
  ['payout_return', 'Ada', 'by Ada'],
  ['reward', null, 'by the approval rules'],
  ['payout_completion', null, 'by the payout rules'],
  ['payout_return', null, 'by the payment service'],
  ['payout_cost', null, 'by the payment service'],
  ['correction', null, null],
] as const)('an entry of kind %s by %s reads %s', (kind, actorName, text) =>
  expect(makerText({ kind, actorName })).toBe(text),
);
