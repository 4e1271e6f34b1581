import { afterEach, expect, test, vi } from 'vitest';
import { refreshSession } from './session-calls.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a refresh without a response is sent again while the server still issues the lost token', async () => {
  const session = { accessToken: 'a', expiresIn: 900, user: { id: 'b', email: 'ann@example.org' } };
  const late = AbortSignal.abort(new DOMException('late', 'TimeoutError'));
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(late);
  const send = vi.fn((_: string, { signal }: RequestInit) =>
    signal?.aborted ? Promise.reject(signal.reason as Error) : Promise.resolve(Response.json(session)),
  );
  vi.stubGlobal('fetch', send);
  await expect(refreshSession(() => undefined)).resolves.toEqual(session);
  expect(send).toHaveBeenCalledTimes(2);
  expect(timeout.mock.calls[0]?.[0]).toBeLessThan(30_000);
});
