import { expect, test } from 'vitest';
import { ApiRefusal, ServerUnreachable } from './api-failures.ts';
import { actDone, actKey, isFinal } from './idempotency-key.ts';

test('an act keeps its key until it is done, and the next act gets another', () => {
  const key = actKey('pay');
  expect(actKey('pay')).toBe(key);
  expect(actKey('decide')).not.toBe(key);
  actDone('pay');
  expect(actKey('pay')).not.toBe(key);
});

test('another content is another act', () => {
  const key = actKey('reject', 'one reason');
  expect(actKey('reject', 'one reason')).toBe(key);
  expect(actKey('reject', 'another reason')).not.toBe(key);
});

const refusal = (status: number) =>
  new ApiRefusal(status, { code: 'broken', message: '', details: {}, requestId: '' });

test.each([
  [400, true],
  [403, true],
  [409, true],
  [422, true],
  [401, false],
  [429, false],
  [500, false],
  [503, false],
])('a refusal with %i is final: %s', (status, final) => {
  expect(isFinal(refusal(status))).toBe(final);
});

test('no answer is not final', () => {
  expect(isFinal(new ServerUnreachable(null))).toBe(false);
});
