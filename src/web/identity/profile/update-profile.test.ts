import { expect, test } from 'vitest';
import { ApiRefusal } from '#web/calls/api-failures.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { inProfileWords } from './update-profile.ts';

const refusal = (code: 'not_authenticated' | 'malformed', message: string) =>
  new ApiRefusal(400, { code, message, details: {}, requestId: 'a-request' });

test("changing a profile without a session fails with 'Not authenticated'", () => {
  const error = inProfileWords(refusal('not_authenticated', 'Auth session missing!'));
  expect(toastFor(error, { title: 'Update failed' })).toMatchObject({
    title: 'Update failed',
    body: 'Not authenticated',
  });
});

test('any other error of a profile change keeps its message', () => {
  const error = refusal('malformed', 'displayName: is too long');
  expect(inProfileWords(error)).toBe(error);
});
