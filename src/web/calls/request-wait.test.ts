import { afterEach, expect, test } from 'vitest';
import { failureOf } from './api.ts';
import { queryClient } from './query-client.ts';
import { clearWait, noteWait, waitEnd } from './request-wait.ts';

afterEach(clearWait);

const refusal = {
  error: {
    code: 'too_many_requests',
    message: 'Too many requests. Try again in 14 min.',
    details: { retryAfterSeconds: 840 },
    requestId: 'r',
  },
};

test('a rejected action shows its own wait, and none over the page', () => {
  expect(failureOf(429, refusal).message).toBe('Too many requests. Try again in 14 min.');
  expect(waitEnd()).toBe(0);
});

test('a wait of a read is shown, unless it is too short or too long to count down', () => {
  noteWait(2);
  noteWait(15 * 60 + 1);
  expect(waitEnd()).toBe(0);
  noteWait(40);
  expect(waitEnd()).toBeGreaterThan(performance.now() + 39_000);
});

test('a successful action ends the wait', async () => {
  noteWait(40);
  await queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: async () => 'done' })
    .execute(undefined);
  expect(waitEnd()).toBe(0);
});
