import { expect, test, vi } from 'vitest';
import { sharedRead } from './work-queue.ts';

test('callers at once share one read, and later callers read again', async () => {
  const read = vi.fn(async () => read.mock.calls.length);
  const shared = sharedRead(read);
  expect(await Promise.all([shared(), shared(), shared()])).toEqual([1, 1, 1]);
  expect(await shared()).toBe(2);
});

test('a value is cached for as long as it is said to be, counted from the end of its read', async () => {
  vi.useFakeTimers();
  try {
    const read = vi.fn(async () => {
      await new Promise((done) => setTimeout(done, 500));
      return read.mock.calls.length;
    });
    const shared = sharedRead(read, 1_000);
    const first = shared();
    await vi.advanceTimersByTimeAsync(500);
    expect(await first).toBe(1);
    await vi.advanceTimersByTimeAsync(999);
    expect(await shared()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    const second = shared();
    await vi.advanceTimersByTimeAsync(500);
    expect(await second).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test('a failed read is not cached', async () => {
  const read = vi.fn(async () => {
    if (read.mock.calls.length === 1) throw new Error('The database is away.');
    return 'found';
  });
  const shared = sharedRead(read, 1_000);
  await expect(Promise.all([shared(), shared()])).rejects.toThrow('away');
  expect(await shared()).toBe('found');
  expect(read).toHaveBeenCalledTimes(2);
});
