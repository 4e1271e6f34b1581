import { expect, test } from 'vitest';
import { failureOf } from './api.ts';
import { ApiRefusal, ServerUnreachable } from './api-failures.ts';

const error = { code: 'wrong_code', message: 'This code is wrong.', details: {}, requestId: 'a' };

test('a declared error has the server’s message', () => {
  const failure = failureOf(403, { error });
  expect(failure).toBeInstanceOf(ApiRefusal);
  expect(failure).toMatchObject({ status: 403, code: 'wrong_code', message: 'This code is wrong.' });
});

test.each([
  null,
  'Bad gateway',
  {},
  { error: 'unavailable' },
  { error: { ...error, code: 'toString' } },
  { error: { ...error, message: undefined } },
  { error: { ...error, details: null } },
])('a response outside the contract counts as no response: %j', (content) => {
  const failure = failureOf(502, content);
  expect(failure).toBeInstanceOf(ServerUnreachable);
  expect(failure).toMatchObject({ status: 502 });
});
