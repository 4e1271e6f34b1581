import { expect, test } from 'vitest';
import type { RefusalCode } from '#contract/errors.ts';
import { ApiRefusal, ServerUnreachable } from './api-failures.ts';
import { fixedToastFor, toastFor } from './error-messages.ts';

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

test.each([null, 502, 503, 504])(
  'without a response of the server (%s), the connection is to blame',
  (status) => {
    expect(toastFor(new ServerUnreachable(status), { title: 'Not saved' }).body).toMatch(
      /^Can’t reach the server\./,
    );
  },
);

test.each([200, 404, 418, 500])(
  'a response %i that is not the server’s own says that it cannot be read',
  (status) => {
    const { body } = toastFor(new ServerUnreachable(status), { title: 'Not saved' });
    expect(body).toBe('The server sent a response that this page can’t read. Reload the page and try again.');
  },
);

test('an error that the user can resolve says so', () => {
  const error = refusal('no_subscription', 'There is no subscription to manage.');
  expect(fixedToastFor(error, act).body).toBe('There is no subscription to manage.');
});
