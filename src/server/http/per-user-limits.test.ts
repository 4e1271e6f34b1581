import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { perUserStreams } from './per-user-limits.ts';

const limits = { atOnce: 2, idleMilliseconds: 2000, patienceMilliseconds: 10_000 };
const refused = expect.objectContaining({ code: 'too_many_requests' });
const neverEnds = () => undefined;
const stays = new AbortController().signal;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a stream over the limit waits, and starts when another one ends', async () => {
  const streams = perUserStreams(limits);
  const first = await streams.enter('ada', neverEnds, stays);
  await streams.enter('ada', neverEnds, stays);
  const started: string[] = [];
  for (const name of ['third', 'fourth'])
    void streams.enter('ada', neverEnds, stays).then(() => started.push(name));
  await vi.advanceTimersByTimeAsync(1000);
  expect(started).toEqual([]);
  first.leave();
  first.leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(started).toEqual(['third']);
});

test('the stream that has been idle longest is ended, and active streams never are', async () => {
  const streams = perUserStreams(limits);
  const ended: string[] = [];
  const idle = await streams.enter(
    'ada',
    () => {
      ended.push('idle');
      idle.leave();
    },
    stays,
  );
  const moving = await streams.enter('ada', () => ended.push('moving'), stays);
  for (let second = 0; second < 3; second++) {
    await vi.advanceTimersByTimeAsync(1000);
    moving.moved();
  }
  await streams.enter('ada', neverEnds, stays);
  expect(ended).toEqual(['idle']);
});

test('one waiting request ends one idle stream, not all of them', async () => {
  const streams = perUserStreams(limits);
  const end = vi.fn();
  for (let count = 0; count < limits.atOnce; count++) await streams.enter('ada', end, stays);
  await vi.advanceTimersByTimeAsync(3000);
  const third = streams.enter('ada', neverEnds, stays).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(5000);
  expect(end).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5000);
  await third;
});

test('a request is rejected if no stream ends in time, and takes no place later', async () => {
  const streams = perUserStreams(limits);
  const places = [await streams.enter('ada', neverEnds, stays), await streams.enter('ada', neverEnds, stays)];
  const late = streams.enter('ada', neverEnds, stays).catch((error: unknown) => error);
  for (let second = 0; second < 10; second++) {
    for (const place of places) place.moved();
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(await late).toEqual(refused);
  for (const place of places) place.leave();
  for (let count = 0; count < limits.atOnce; count++) await streams.enter('ada', neverEnds, stays);
});

test('if very many requests are waiting, the last ones are rejected at once, and other users do not wait', async () => {
  const streams = perUserStreams(limits);
  for (let count = 0; count < limits.atOnce; count++) await streams.enter('ada', neverEnds, stays);
  for (let count = 0; count < 12; count++) void streams.enter('ada', neverEnds, stays).catch(() => undefined);
  await expect(streams.enter('ada', neverEnds, stays)).rejects.toEqual(refused);
  await streams.enter('bo', neverEnds, stays);
  await vi.advanceTimersByTimeAsync(20_000);
});

test('a request leaves the queue if its client disconnects', async () => {
  const streams = perUserStreams(limits);
  const first = await streams.enter('ada', neverEnds, stays);
  await streams.enter('ada', neverEnds, stays);
  const gone = new AbortController();
  const dropped = streams.enter('ada', neverEnds, gone.signal);
  const next = streams.enter('ada', neverEnds, stays);
  gone.abort();
  await expect(dropped).rejects.toEqual(refused);
  first.leave();
  await expect(next).resolves.toBeDefined();
});
