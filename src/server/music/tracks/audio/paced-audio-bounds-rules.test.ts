import { expect, test } from 'vitest';
import {
  type Bytes,
  bookedAtOnce,
  type Delivered,
  joined,
  mayBeSent,
  runningStream,
  type Stream,
  waitMilliseconds,
} from './paced-audio-rules.ts';

/** Three minutes at 128 kbit/s. */
const rate = 16_000;
const track = { byteLength: 180 * rate, durationMs: 180_000 };
/** The same at 320 kbit/s. */
const dense = { byteLength: 180 * 40_000, durationMs: 180_000 };
/** The player has run for a minute, so that only the stream's own bounds count. */
const playing = (...delivered: Bytes[]): Delivered => ({
  ...track,
  delivered,
  playedMs: 60_000,
  isComing: false,
});
/** A stream that starts now and may send so many new bytes. */
const streamOf = (firstBytes: number): Stream => ({
  firstBytes,
  startedAtMs: 60_000,
  newBytes: 0,
  isEarly: false,
});

test('a stream books four seconds at a time, and at least 64 KiB', () => {
  expect(bookedAtOnce(track)).toBe(64 * 1024);
  expect(bookedAtOnce(dense)).toBe(4 * 40_000);
});

test('before playback a stream may send eight seconds, and starts over once the player runs', () => {
  const before = { ...dense, delivered: [], playedMs: 0, isComing: false };
  const early = runningStream(before, undefined);
  expect(early).toEqual({ firstBytes: 8 * 40_000, startedAtMs: 0, newBytes: 0, isEarly: true });
  expect(runningStream(before, early)).toBe(early);
  const running = { ...before, playedMs: 100 };
  const restarted = runningStream(running, early);
  expect(restarted).toMatchObject({ startedAtMs: 100, isEarly: false });
  expect(runningStream(running, restarted)).toBe(restarted);
});

test('less than 16 KiB is not sent, unless it ends the range or follows bytes sent before', () => {
  const range = { from: 100_000, to: 165_536 };
  expect(mayBeSent(playing(), streamOf(16_384), range)).toBe(116_384);
  expect(mayBeSent(playing(), streamOf(16_383), range)).toBe(100_000);
  expect(mayBeSent(playing(), streamOf(100), { from: 100_000, to: 100_100 })).toBe(100_100);
  expect(mayBeSent(playing({ from: 0, to: 101_000 }), streamOf(10), range)).toBe(101_010);
});

test('bytes sent before are free, and only the gaps between them count', () => {
  const known = playing({ from: 200_000, to: 210_000 });
  const range = { from: 100_000, to: 215_000 };
  expect(mayBeSent(known, streamOf(104_000), range)).toBe(214_000);
  expect(mayBeSent(known, streamOf(100_000), range)).toBe(210_000);
  expect(mayBeSent(known, streamOf(99_999), range)).toBe(199_999);
});

test('a stream that is ahead of playback sends pieces of a quarter of its lead', () => {
  // 200,000 bytes sent and two seconds played are a lead of 168,000.
  const ahead = (firstBytes: number) => ({ ...streamOf(firstBytes), startedAtMs: 58_000, newBytes: 200_000 });
  const range = { from: 200_000, to: 300_000 };
  expect(mayBeSent(playing(), ahead(202_000), range)).toBe(242_000);
  expect(mayBeSent(playing(), ahead(201_999), range)).toBe(200_000);
});

test('a stream waits until playback has made room for a piece', () => {
  expect(waitMilliseconds(playing(), streamOf(0), 1)).toBe(1024);
  expect(waitMilliseconds(playing(), streamOf(8192), 1)).toBe(512);
});

test('a paused stream polls after a quarter of a second, then half as often each time, up to every four seconds', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7].map((count) => waitMilliseconds(playing(), streamOf(16_384), count));
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 4000, 4000]);
});

test('a thousand ranges are stored exactly, more are rounded to blocks within the file', () => {
  const stretches = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ from: 100_000 + at * 1000, to: 100_001 + at * 1000 }));
  const oneMore = { from: 1_100_000, to: 1_100_001 };
  expect(joined(stretches(999), oneMore, track.byteLength)).toEqual([...stretches(999), oneMore]);
  expect(joined(stretches(1000), oneMore, track.byteLength)).toEqual([{ from: 65_536, to: 17 * 65_536 }]);
  expect(joined(stretches(1000), oneMore, 1_100_001)).toEqual([{ from: 65_536, to: 1_100_001 }]);
});
