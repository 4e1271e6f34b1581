import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { callApi, failureOf } from './api.ts';
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

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A server that takes the request and says nothing. */
const silence = (_: string, { signal }: RequestInit) =>
  new Promise<Response>((_resolve, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason as Error)),
  );

test.each([
  ['without a signal of the caller', {}],
  ['with one', { signal: new AbortController().signal }],
])('a call without a response for a minute fails as unreachable, %s', async (_, options) => {
  const clock = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
  vi.stubGlobal('fetch', silence);
  const called = callApi(api.accounts.readKeySet, {}, options);
  clock.abort(new DOMException('late', 'TimeoutError'));
  await expect(called).rejects.toBeInstanceOf(ServerUnreachable);
  expect(timeout).toHaveBeenCalledWith(60_000);
});

test('a call that takes long has ten minutes', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('late')));
  const called = callApi({ ...api.accounts.readKeySet, takesLong: true }, {});
  await expect(called).rejects.toBeInstanceOf(ServerUnreachable);
  expect(timeout).toHaveBeenCalledWith(600_000);
});

test('a call that its caller gives up is not reported as unreachable', async () => {
  const caller = new AbortController();
  vi.stubGlobal('fetch', silence);
  const called = callApi(api.accounts.readKeySet, {}, caller);
  caller.abort();
  await expect(called).rejects.toMatchObject({ name: 'AbortError' });
});
