import { describe, expect, it, test } from 'vitest';
import {
  creditedMilliseconds,
  isHeldByAnother,
  isPlayEventDue,
  isTooEarly,
  type ListeningClock,
  leaseEnd,
  provenMilliseconds,
  reportedLeaseEnd,
  reportedMilliseconds,
} from './listening-rules.ts';

const at = (milliseconds: number) => new Date(1_800_000_000_000 + milliseconds);
const clock = (over: Partial<ListeningClock> = {}): ListeningClock => ({
  sessionId: 'here',
  playing: true,
  positionMs: 10_000,
  beatAt: at(0),
  ...over,
});
const beat = (positionMs: number, event = 'beat') => ({
  sessionId: 'here',
  event,
  playing: true,
  positionMs,
});

describe('the listening clock', () => {
  test('credits nothing for the first report, a pause, another session, a seek or a step back', () => {
    expect(creditedMilliseconds(undefined, beat(4000), at(4000))).toBe(0);
    expect(creditedMilliseconds(clock({ playing: false }), beat(14_000), at(4000))).toBe(0);
    expect(creditedMilliseconds(clock({ sessionId: 'elsewhere' }), beat(14_000), at(4000))).toBe(0);
    expect(creditedMilliseconds(clock(), beat(50_000, 'seek'), at(4000))).toBe(0);
    expect(creditedMilliseconds(clock(), beat(14_000, 'start'), at(4000))).toBe(0);
    expect(creditedMilliseconds(clock(), beat(2000), at(4000))).toBe(0);
  });

  test('credits honest time fully', () => {
    expect(creditedMilliseconds(clock(), beat(14_000), at(4000))).toBe(4000);
  });

  test('credits no more than the elapsed time, however far the position jumped', () => {
    expect(creditedMilliseconds(clock(), beat(70_000), at(2))).toBe(2);
  });

  test('credits no more than the position moved, however much time passed', () => {
    expect(creditedMilliseconds(clock(), beat(10_500), at(4000))).toBe(500);
  });

  test('credits at most six seconds after a long gap', () => {
    expect(creditedMilliseconds(clock(), beat(70_000), at(60_000))).toBe(6000);
  });

  test('credits nothing when the server clock steps back', () => {
    expect(creditedMilliseconds(clock(), beat(14_000), at(-4000))).toBe(0);
  });

  test('is held by another session only if that played within ten seconds', () => {
    const other = clock({ sessionId: 'elsewhere' });
    expect(isHeldByAnother(other, beat(0), at(9999))).toBe(true);
    expect(isHeldByAnother(other, beat(0), at(10_000))).toBe(false);
    expect(isHeldByAnother({ ...other, playing: false }, beat(0), at(1))).toBe(false);
    expect(isHeldByAnother(clock(), beat(0), at(1))).toBe(false);
  });
});

test('plain beats are stored at most once in two seconds, other events always', () => {
  expect(isPlayEventDue('beat', at(0), at(1999))).toBe(false);
  expect(isPlayEventDue('beat', at(0), at(2000))).toBe(true);
  expect(isPlayEventDue('beat', undefined, at(0))).toBe(true);
  expect(isPlayEventDue('pause', at(0), at(1))).toBe(true);
});

describe('proven listening', () => {
  const track = { byteLength: 1_440_000, durationMs: 90_000 };

  test('is zero without delivered audio', () => {
    expect(provenMilliseconds(60_000, { ...track, bytesSent: 0 })).toBe(0);
  });

  test('is the counted time once enough audio was delivered', () => {
    expect(provenMilliseconds(59_900, { ...track, bytesSent: 1_440_000 })).toBe(59_900);
  });

  test('is limited by the delivered part of the track', () => {
    expect(provenMilliseconds(60_000, { ...track, bytesSent: 720_000 })).toBe(50_000);
  });

  test('adds up over replays of a track under a minute once it was delivered in full', () => {
    const short = { byteLength: 480_000, durationMs: 30_000 };
    expect(provenMilliseconds(60_000, { ...short, bytesSent: 480_000 })).toBe(60_000);
    expect(provenMilliseconds(60_000, { ...short, bytesSent: 240_000 })).toBeLessThan(30_000);
    // Nine tenths of the bytes hold exactly the track, with the tolerance for what browsers skip.
    expect(provenMilliseconds(60_000, { ...short, bytesSent: 432_000 })).toBe(60_000);
    expect(provenMilliseconds(60_000, { ...short, bytesSent: 431_000 })).toBeLessThan(30_000);
  });

  test('does not add up over replays of a track of a minute or more', () => {
    const minute = { byteLength: 960_000, durationMs: 60_000, bytesSent: 960_000 };
    expect(provenMilliseconds(90_000, minute)).toBe(66_666);
    expect(provenMilliseconds(120_000, { ...track, bytesSent: 1_440_000 })).toBe(100_000);
  });
});

test('a beat too soon after the last report is rejected; other events are not', () => {
  const beatAt = new Date('2026-03-01T10:00:00.000Z');
  const clock = { sessionId: 'a', playing: true, positionMs: 0, beatAt };
  const after = (milliseconds: number, event = 'beat', sessionId = 'a', playing = true) =>
    isTooEarly(
      clock,
      { sessionId, event, playing, positionMs: 0 },
      new Date(beatAt.getTime() + milliseconds),
      {
        most: 1,
        seconds: 1.5,
      },
    );
  expect(after(1499)).toBe(true);
  expect(after(1500)).toBe(false);
  expect(after(10, 'milestone')).toBe(false);
  expect(after(10, 'beat', 'b')).toBe(false);
  expect(after(10, 'beat', 'a', false)).toBe(false);
});

test('a limit of two beats in three seconds allows one every 1.5 seconds', () => {
  const limit = { most: 2, seconds: 3 };
  expect(isTooEarly(clock(), beat(0), at(1499), limit)).toBe(true);
  expect(isTooEarly(clock(), beat(0), at(1500), limit)).toBe(false);
});

describe('the time covered by a report', () => {
  test('starts at the last report, whether or not that counts', () => {
    expect(reportedMilliseconds(clock({ playing: false }), beat(10_000), at(4000))).toBe(4000);
    expect(reportedMilliseconds(clock(), beat(70_000, 'seek'), at(1500))).toBe(1500);
    expect(reportedMilliseconds(undefined, beat(4000), at(4000))).toBe(0);
  });

  test('after a gap is what the position moved, or at most six seconds without movement', () => {
    expect(reportedMilliseconds(clock(), beat(25_000), at(15_000))).toBe(15_000);
    expect(reportedMilliseconds(clock(), beat(10_000), at(600_000))).toBe(6000);
    expect(reportedMilliseconds(clock(), beat(170_000, 'seek'), at(600_000))).toBe(6000);
    expect(reportedMilliseconds(clock(), beat(170_000, 'start'), at(600_000))).toBe(6000);
    expect(reportedMilliseconds(clock({ sessionId: 'elsewhere' }), beat(170_000), at(600_000))).toBe(6000);
  });

  test('is never more than the elapsed time, however far the position moved', () => {
    expect(reportedMilliseconds(clock(), beat(170_000), at(2))).toBe(2);
  });
});

const lease = { leaseMinutes: 20 };
const timeOf = (time: string) => new Date(`2026-11-24T${time}Z`);

it('a served track gets its full lease to the millisecond', () => {
  expect(leaseEnd(lease, timeOf('10:00:30.123'))).toEqual(timeOf('10:20:30.123'));
});

it.each([
  ['10:00:00.000', '10:20:00.000'],
  ['10:00:00.001', '10:21:00.000'],
  ['10:00:59.999', '10:21:00.000'],
  ['10:01:00.000', '10:21:00.000'],
])('a report at %s extends the lease until %s, like others in that minute', (now, end) => {
  expect(reportedLeaseEnd(lease, timeOf(now))).toEqual(timeOf(end));
});
