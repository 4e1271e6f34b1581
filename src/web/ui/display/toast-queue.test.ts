import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeGoodNews, closeToast, holdToasts, onToasts, shownToasts, toast } from './toast-queue.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const titles = () => shownToasts().map(({ title }) => title);

test('the next form closes success messages and keeps errors', () => {
  toast({ title: 'Not saved', tone: 'wrong' });
  toast({ title: 'Email confirmed' });
  closeGoodNews();
  expect(titles()).toEqual(['Not saved']);
});

test('a message expires even if the next form closed the one under the pointer', () => {
  const stop = onToasts(() => undefined);
  toast({ title: 'Email confirmed' });
  holdToasts(true);
  closeGoodNews();
  toast({ title: 'Profile updated' });
  vi.advanceTimersByTime(60_000);
  expect(titles()).toEqual([]);
  stop();
});

test('a message with a link stays until it is closed', () => {
  toast({
    title: 'Your browser blocked the new tab',
    link: { label: 'Open the audio', url: '/api/audio/one' },
  });
  vi.advanceTimersByTime(60_000);
  expect(titles()).toEqual(['Your browser blocked the new tab']);
  for (const { id } of shownToasts()) closeToast(id);
  expect(titles()).toEqual([]);
});
