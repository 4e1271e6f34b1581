import { afterEach, expect, test, vi } from 'vitest';
import { ApiRefusal, ServerUnreachable } from './api-failures.ts';
import { actDone, actKey, isFinal } from './idempotency-key.ts';

test('an action keeps its key until it is done, and the next one gets another', () => {
  const key = actKey('pay');
  expect(actKey('pay')).toBe(key);
  expect(actKey('decide')).not.toBe(key);
  actDone('pay');
  expect(actKey('pay')).not.toBe(key);
});

test('different content is a different action', () => {
  const key = actKey('reject', 'one reason');
  expect(actKey('reject', 'one reason')).toBe(key);
  expect(actKey('reject', 'another reason')).not.toBe(key);
});

/** A browser's sessionStorage that outlives a reload of the page. */
function stubStorage(): Map<string, string> {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (slot: string) => stored.get(slot) ?? null,
    setItem: (slot: string, value: string) => stored.set(slot, value),
    removeItem: (slot: string) => stored.delete(slot),
  });
  return stored;
}

/** The module as a page that has just been loaded has it: it remembers nothing by itself. */
async function afterReload(): Promise<typeof import('./idempotency-key.ts')> {
  vi.resetModules();
  return import('./idempotency-key.ts');
}
afterEach(() => vi.unstubAllGlobals());

test('an action keeps its key after a reload, separately by action', async () => {
  const stored = stubStorage();
  const key = (await afterReload()).actKey('payout', 'all of it');
  expect([...stored]).toEqual([['earshot-act:payout', `${key} all of it`]]);
  const reloaded = await afterReload();
  expect(reloaded.actKey('payout', 'all of it')).toBe(key);
  expect(reloaded.actKey('review', 'all of it')).not.toBe(key);
});

test('after a reload different content gets a new key', async () => {
  stubStorage();
  const key = (await afterReload()).actKey('payout', 'one');
  expect((await afterReload()).actKey('payout', 'two')).not.toBe(key);
});

test('a finished action leaves nothing for the next page', async () => {
  const stored = stubStorage();
  const page = await afterReload();
  const key = page.actKey('payout');
  page.actDone('payout');
  expect([...stored]).toEqual([]);
  expect((await afterReload()).actKey('payout')).not.toBe(key);
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
])('an error with %i is final: %s', (status, final) => {
  expect(isFinal(refusal(status))).toBe(final);
});

test('a missing response is not final', () => {
  expect(isFinal(new ServerUnreachable(null))).toBe(false);
});
