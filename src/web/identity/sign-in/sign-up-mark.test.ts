import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetOldSignUp, markedSignUp, markSignUp } from './sign-up-mark.ts';

const stored = new Map<string, string>();
const hour = 60 * 60 * 1000;
beforeEach(() => {
  stored.clear();
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the address of a sign-up is stored for an hour', () => {
  markSignUp('kim@example.org');
  vi.setSystemTime(Date.now() + hour - 1);
  forgetOldSignUp();
  expect(markedSignUp()).toBe('kim@example.org');
});

test('the address is removed after the hour, in an open page and on the next load', () => {
  markSignUp('kim@example.org');
  vi.advanceTimersByTime(hour);
  expect(stored.size).toBe(0);
  markSignUp('kim@example.org');
  vi.setSystemTime(Date.now() + hour);
  forgetOldSignUp();
  expect(stored.size).toBe(0);
});
