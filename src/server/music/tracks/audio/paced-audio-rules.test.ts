import { describe, expect, it } from 'vitest';
import {
  type Bytes,
  bookedAtOnce,
  type Delivered,
  joined,
  mayBeSent,
  newAmong,
  openedBytes,
  runningStream,
  type Stream,
  sizeOf,
  waitMilliseconds,
} from './paced-audio-rules.ts';

/** Three minutes at 128 kbit/s. */
const rate = 16_000;
const track = { byteLength: 180 * rate, durationMs: 180_000 };
/** Its player has run for a moment. */
const fresh: Delivered = { ...track, delivered: [], playedMs: 100, isComing: false };
const whole = { from: 0, to: track.byteLength };

/** Takes all that a listener may have of these bytes now, as parts are booked. */
function take(delivered: Delivered, wanted: Bytes): Delivered {
  let state = delivered;
  let stream = runningStream(state, undefined);
  for (let at = wanted.from; at < wanted.to; ) {
    const to = mayBeSent(state, stream, { from: at, to: Math.min(wanted.to, at + bookedAtOnce(track)) });
    if (to === at) break;
    const newBytes = newAmong(state.delivered, { from: at, to });
    stream = { ...stream, newBytes: stream.newBytes + newBytes };
    state = { ...state, delivered: joined(state.delivered, { from: at, to }, track.byteLength) };
    at = to;
  }
  return state;
}
const seconds = ({ delivered }: Delivered) => sizeOf(delivered) / rate;

describe('audio that is hardly played', () => {
  it('is sent for 45 seconds at most, for any ranges and number of requests', () => {
    let state = fresh;
    for (let i = 0; i < 200; i += 1) {
      const from = ((i * 7919) % 170) * rate;
      state = take(state, { from, to: from + 5 * rate });
    }
    expect(seconds(state)).toBeGreaterThan(44);
    expect(seconds(state)).toBeLessThanOrEqual(45.1);
  });

  it('is sent for 45 seconds at most by forty seeks to the end', () => {
    let state = fresh;
    for (let i = 0; i < 40; i += 1) state = take(state, { from: i * 4 * rate, to: track.byteLength });
    expect(seconds(state)).toBeLessThanOrEqual(45.1);
  });

  it('leaves at least half a second for each of the next six seeks', () => {
    let state = take(fresh, whole);
    expect(seconds(state)).toBeGreaterThan(12);
    expect(seconds(state)).toBeLessThanOrEqual(15);
    for (let i = 1; i <= 6; i += 1) {
      const before = seconds(state);
      state = take(state, { from: i * 20 * rate, to: track.byteLength });
      expect(seconds(state) - before, `seek ${i}`).toBeGreaterThan(0.5);
    }
  });
});

it('audio that a listener already has is resent at once for free: a reload resumes at the same second', () => {
  const heard = take({ ...fresh, playedMs: 60_000 }, whole);
  const stuck = { ...heard, delivered: [{ from: 0, to: 105 * rate }] };
  expect(mayBeSent(stuck, runningStream(stuck, undefined), { from: 0, to: 50 * rate })).toBe(50 * rate);
  expect(seconds(take(stuck, { from: 0, to: 105 * rate }))).toBe(105);
});

it('a track fetched ahead sends ten seconds, even if requested repeatedly', () => {
  let state: Delivered = { ...fresh, isComing: true };
  for (let i = 0; i < 20; i += 1) state = take(state, { from: i * 9 * rate, to: track.byteLength });
  expect(sizeOf(state.delivered)).toBeLessThanOrEqual(openedBytes(track));
  expect(seconds(state)).toBe(10);
});

it('a track that was never played sends ten seconds, so an immediate skip does not open it', () => {
  const first = take({ ...fresh, playedMs: 0 }, whole);
  expect(seconds(first)).toBeCloseTo(8.2, 0);
  let state = first;
  for (let i = 1; i < 20; i += 1) state = take(state, { from: i * 9 * rate, to: track.byteLength });
  expect(seconds(state)).toBe(10);
});

it('speech at a low bit rate gets the blocks that a browser needs to start', () => {
  const quiet = { byteLength: 600_000, durationMs: 600_000 };
  const stream = runningStream({ ...fresh, ...quiet }, undefined);
  expect(mayBeSent({ ...fresh, ...quiet }, stream, { from: 0, to: 64 * 1024 })).toBe(64 * 1024);
});

it('many small ranges are merged into few', () => {
  let delivered: readonly Bytes[] = [];
  for (let i = 0; i < 1100; i += 1) {
    delivered = joined(delivered, { from: i * 500, to: i * 500 + 1 }, track.byteLength);
  }
  expect(delivered.length).toBeLessThanOrEqual(1000);
  expect(sizeOf(delivered)).toBeLessThanOrEqual(track.byteLength);
});

it('bytes count once, in any order', () => {
  const stretches = [
    { from: 10, to: 20 },
    { from: 40, to: 50 },
  ];
  expect(newAmong(stretches, { from: 0, to: 60 })).toBe(40);
  expect(joined(stretches, { from: 20, to: 40 }, 100)).toEqual([{ from: 10, to: 50 }]);
});

/** What happens to a player of a simulated listener, by seconds of the clock. */
interface Course {
  /** Bytes a second that the network carries. */
  readonly network?: (second: number) => number;
  /** Where the listener seeks to. */
  readonly seeks?: Readonly<Record<number, number>>;
  readonly paused?: (second: number) => boolean;
  /** Reports reach the server; hidden tabs report that nothing counts. */
  readonly reports?: (second: number) => boolean;
  readonly hidden?: (second: number) => boolean;
  readonly seconds: number;
}

const tick = 0.25;
const beatSeconds = 4;

/**
 * A player with the server's rules and waits, in steps of a quarter of a second. Answers the seconds without sound although
 * the network would have carried some, and the most sound sent ahead of the time for which the
 * player ran.
 */
function listen(course: Course) {
  const { network = () => 1_000_000, seeks = {}, paused = () => false } = course;
  const { reports = () => true, hidden = () => false } = course;
  let delivered: readonly Bytes[] = [];
  let reportedMs = 0;
  let beatAt = 0;
  let reportedAt = 0;
  let clockPlays = false;
  let position = 0;
  let stream: Stream | undefined;
  let at = 0;
  let booked = 0;
  let wakesAt = 0;
  let waits = 0;
  let silent = 0;
  let mostAhead = 0;
  let ran = 0;
  for (let now = 0; now < course.seconds && position < 180; now += tick) {
    const target = Number.isInteger(now) ? seeks[now] : undefined;
    if (target !== undefined) {
      position = target;
      at = target * rate;
      booked = at;
      stream = undefined;
      wakesAt = now;
      waits = 0;
    }
    const plays = !paused(now);
    if (reports(now) && (now - beatAt >= beatSeconds || target !== undefined) && (plays || clockPlays)) {
      const advanced = target === undefined ? position - reportedAt : 0;
      reportedMs += Math.min(now - beatAt, Math.max(6, advanced)) * 1000;
      reportedAt = position;
      beatAt = now;
      clockPlays = plays && !hidden(now);
    }
    const unreported = clockPlays ? Math.min(6000, (now - beatAt) * 1000) : 0;
    const state = { ...track, delivered, playedMs: reportedMs + unreported, isComing: false };
    let carried = network(now) * tick;
    while (carried > 0 && at < track.byteLength) {
      if (booked <= at && now >= wakesAt) {
        const current = { ...state, delivered };
        stream = runningStream(current, stream);
        const wanted = { from: at, to: Math.min(track.byteLength, at + bookedAtOnce(track)) };
        booked = mayBeSent(current, stream, wanted);
        const newBytes = newAmong(delivered, { from: at, to: booked });
        if (booked > at) {
          delivered = joined(delivered, { from: at, to: booked }, track.byteLength);
          stream = { ...stream, newBytes: stream.newBytes + newBytes };
          waits = 0;
        } else {
          waits += 1;
          wakesAt = now + waitMilliseconds(current, stream, waits) / 1000;
        }
      }
      if (booked <= at) break;
      const sent = Math.min(carried, booked - at);
      at += sent;
      carried -= sent;
    }
    if (plays) ran += tick;
    const hasSound = at > (position + tick) * rate || at >= track.byteLength;
    if (plays && hasSound) {
      position += tick;
    } else if (plays && carried > 0) silent += tick;
    mostAhead = Math.max(mostAhead, sizeOf(delivered) / rate - ran);
  }
  return { silent, mostAhead, position };
}

describe('an honest listener never has to wait for audio', () => {
  const courses: [string, Course][] = [
    ['a track from its beginning to its end', { seconds: 200 }],
    ['a network that carries hardly more than the sound', { seconds: 220, network: () => rate * 1.1 }],
    [
      'a network that breaks off for twelve seconds now and then',
      { seconds: 220, network: (now) => (now % 60 > 45 && now % 60 < 57 ? 0 : 100_000) },
    ],
    [
      'a seek every eight seconds',
      { seconds: 160, seeks: { 8: 60, 16: 30, 24: 100, 32: 10, 40: 140, 48: 75 } },
    ],
    ['six seeks in six seconds', { seconds: 60, seeks: { 5: 30, 6: 60, 7: 90, 8: 120, 9: 20, 10: 100 } }],
    ['a pause of ten minutes', { seconds: 800, paused: (now) => now > 20 && now < 620 }],
    ['a hidden tab', { seconds: 200, hidden: (now) => now > 20 && now < 120 }],
    ['ten seconds in which no report arrives', { seconds: 200, reports: (now) => now < 30 || now > 40 }],
  ];
  it.each(courses)('with %s', (_name, course) => {
    const { silent, mostAhead, position } = listen(course);
    expect(silent).toBeLessThanOrEqual(tick);
    expect(mostAhead).toBeLessThanOrEqual(46);
    expect(position).toBeGreaterThan(60);
  });

  it('longer than a moment after forty seeks in forty seconds', () => {
    const seeks = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [i + 5, (i * 37) % 150]));
    const { mostAhead, silent } = listen({ seconds: 120, seeks });
    expect(mostAhead).toBeLessThanOrEqual(46);
    expect(silent).toBeLessThan(20);
  });
});
