import { expect, test } from 'vitest';
import type { RefusalCode } from '#contract/errors.ts';
import { ApiRefusal, ServerUnreachable } from './api-failures.ts';
import { fixedToastFor } from './error-messages.ts';

const act = {
  title: 'Portal unavailable',
  body: 'Failed to open subscription management. Please try again.',
};
const refusal = (code: RefusalCode, message: string) =>
  new ApiRefusal(500, { code, message, details: {}, requestId: 'a' });

test.each([
  refusal('broken', 'Something went wrong on our side. Please try again.'),
  refusal('unavailable', 'Earshot is busy right now. Try again in a moment.'),
  refusal('billing_unavailable', 'The billing provider isn’t responding. Please try again.'),
  new ServerUnreachable(null),
])('a server error keeps the specified text: %s', (error) => {
  expect(fixedToastFor(error, act)).toEqual({ ...act, act: act.title, tone: 'wrong' });
});

test('an error that the user can resolve says so', () => {
  const error = refusal('no_subscription', 'There is no subscription to manage.');
  expect(fixedToastFor(error, act).body).toBe('There is no subscription to manage.');
});
