import { describe, expect, it } from 'vitest';
import {
  isCensored,
  isWholeMinute,
  leavesChoice,
  returned,
  type Stay,
  type StayReport,
  secondsLeft,
  stayState,
  stepStay,
  stopByNow,
  stops,
} from './stay-rules.ts';

const minuteAt = new Date('2026-03-01T12:00:00.000Z');
const at = (seconds: number) => new Date(minuteAt.getTime() + Math.round(seconds * 1000));

/** The paid minute is over and the music has stopped. */
const offered: Stay = {
  minuteAt,
  chosenAt: null,
  unpaidMs: 0,
  reportedAt: at(2),
  rest: 'paused',
  stop: null,
};

const report = (part: Partial<StayReport>): StayReport => ({
  event: 'beat',
  playing: true,
  wasPlaying: true,
  grownMs: 0,
  secondsLeft: 120,
  now: at(3),
  ...part,
});
const chosen = stepStay(
  offered,
  report({ event: 'continue', playing: false, wasPlaying: false, now: at(3) }),
);
const playing = stepStay(chosen, report({ event: 'start', now: at(4) }));
const listening = stepStay(playing, report({ grownMs: 4000, now: at(8) }));

describe('the choice to keep listening', () => {
  const heard = [{ from: 0, to: 60 }];
  it.each([
    [64_999, false],
    [65_000, true],
    [180_000, true],
  ])('a track of %i ms: %s', (durationMs, leaves) => {
    expect(leavesChoice(heard, durationMs)).toBe(leaves);
  });

  it('is not offered with less than five unheard seconds', () => {
    expect(leavesChoice([{ from: 0, to: 61 }], 66_000)).toBe(true);
    expect(leavesChoice([{ from: 0, to: 62 }], 66_000)).toBe(false);
  });

  it('counts a partial last second as unheard', () => {
    expect(secondsLeft([{ from: 0, to: 60 }], 70_200)).toBe(11);
    expect(
      secondsLeft(
        [
          { from: 10, to: 60 },
          { from: 80, to: 90 },
        ],
        100_000,
      ),
    ).toBe(40);
  });
});

describe('hearing the whole minute', () => {
  it.each([
    ['0:00 to 1:00', [{ from: 0, to: 60 }], false, true],
    ['a second too late', [{ from: 1, to: 61 }], false, false],
    ['a second too short', [{ from: 0, to: 59 }], false, false],
    ['with a seek', [{ from: 0, to: 61 }], true, false],
    ['in two parts', [{ from: 0, to: 30 }, { from: 40, to: 70 }], false, false], // biome-ignore format: one row
    ['nothing', [], false, false],
  ])('%s', (_, heard, sought, whole) => {
    expect(isWholeMinute(heard, sought)).toBe(whole);
  });
});

describe('unpaid seconds', () => {
  it('are zero for music that continues without the choice', () => {
    const ran = stepStay(offered, report({ grownMs: 6000, now: at(8) }));
    expect([ran.unpaidMs, stayState(ran, at(8))]).toEqual([0, 'offered']);
  });

  it('cannot start while the music plays', () => {
    const forged = stepStay(offered, report({ event: 'continue', wasPlaying: true }));
    expect(forged).toBe(offered);
  });

  it('grow with the proven seconds after the choice', () => {
    expect(listening.unpaidMs).toBe(4000);
    expect(stepStay(listening, report({ grownMs: 2500, now: at(11) })).unpaidMs).toBe(6500);
    expect(stayState(listening, at(8))).toBe('chosen');
  });

  it('are kept if the choice is made again', () => {
    const again = stepStay(listening, report({ event: 'continue', playing: false, now: at(9) }));
    expect([again.chosenAt, again.unpaidMs]).toEqual([at(3), 4000]);
  });

  it('stop growing after a stop', () => {
    const typed = stepStay(listening, report({ event: 'typed', grownMs: 1000, now: at(9) }));
    const later = stepStay(typed, report({ grownMs: 4000, now: at(13) }));
    expect([later.unpaidMs, later.stop]).toEqual([5000, 'typed']);
  });
});

describe('staying is stopped', () => {
  it('not by typing before the choice', () => {
    expect(stepStay(offered, report({ event: 'typed' })).stop).toBeNull();
  });

  it.each([
    ['pause', 'paused', 10],
    ['beat', 'hidden', 10],
    ['error', 'lost', 60],
    ['leave', 'left', 60],
  ])('after %s it is %s from %i seconds on, not sooner', (event, stop, seconds) => {
    const resting = stepStay(listening, report({ event, playing: false, now: at(9) }));
    expect(stopByNow(resting, at(9 + seconds - 0.001))).toBeNull();
    expect(stopByNow(resting, at(9 + seconds))).toBe(stop);
  });

  it('by ten seconds without music after the choice', () => {
    expect([stopByNow(chosen, at(12.9)), stopByNow(chosen, at(13))]).toEqual([null, 'paused']);
  });

  it('not by a pause that ends in time', () => {
    const resting = stepStay(listening, report({ event: 'pause', playing: false, now: at(9) }));
    const on = stepStay(resting, report({ event: 'start', now: at(18.9) }));
    expect([on.stop, stopByNow(on, at(30))]).toEqual([null, null]);
  });

  it('by a pause counted from its start, whatever else is reported', () => {
    const paused = stepStay(listening, report({ event: 'pause', playing: false, now: at(9) }));
    const sought = stepStay(paused, report({ event: 'seek', playing: false, now: at(16) }));
    expect(stopByNow(sought, at(19))).toBe('paused');
  });

  it('a minute after the page closes during a pause', () => {
    const paused = stepStay(listening, report({ event: 'pause', playing: false, now: at(9) }));
    const left = stepStay(paused, report({ event: 'leave', playing: false, now: at(12) }));
    expect([stopByNow(left, at(71.9)), stopByNow(left, at(72))]).toEqual([null, 'left']);
  });

  it('a minute after the first report of a page that reports closing twice', () => {
    const left = stepStay(listening, report({ event: 'leave', playing: false, now: at(9) }));
    const again = stepStay(left, report({ event: 'leave', playing: false, now: at(30) }));
    expect([stopByNow(again, at(68.9)), stopByNow(again, at(69))]).toEqual([null, 'left']);
  });

  it('by a pause of ten seconds even if the page closes afterwards', () => {
    const paused = stepStay(listening, report({ event: 'pause', playing: false, now: at(9) }));
    expect(stepStay(paused, report({ event: 'leave', playing: false, now: at(19) })).stop).toBe('paused');
  });

  it('by a minute without reports while it plays, as a lost connection that adds nothing', () => {
    expect([stopByNow(listening, at(67.9)), stopByNow(listening, at(68))]).toEqual([null, 'lost']);
    const late = stepStay(listening, report({ grownMs: 6000, now: at(70) }));
    expect([late.unpaidMs, late.stop]).toEqual([4000, 'lost']);
  });

  it('by the end of the unheard part', () => {
    const near = report({ grownMs: 1000, secondsLeft: 1, now: at(9) });
    expect(stepStay(listening, near).stop).toBeNull();
    expect(stepStay(listening, { ...near, secondsLeft: 0 }).stop).toBe('end');
  });

  it('by the end of the track only if fewer than five seconds were skipped', () => {
    const end = report({ event: 'end', playing: false, now: at(9) });
    expect(stepStay(listening, { ...end, secondsLeft: 4 }).stop).toBe('end');
    const early = stepStay(listening, { ...end, secondsLeft: 5 });
    expect([early.stop, stopByNow(early, at(19))]).toEqual([null, 'paused']);
  });

  it('without a decision by the listener only at the end of the track or by a lost connection', () => {
    expect(stops.filter(isCensored)).toEqual(['end', 'lost']);
  });
});

describe('a listener who does not choose', () => {
  it('can write for up to an hour', () => {
    expect(stopByNow(offered, at(3599.9))).toBeNull();
    expect(stopByNow(offered, at(3600))).toBe('left');
  });

  it('has left once the page is closed for a minute', () => {
    const left = stepStay(offered, report({ event: 'leave', playing: false, now: at(10) }));
    expect([stopByNow(left, at(69.9)), stopByNow(left, at(70))]).toEqual([null, 'left']);
  });

  it('has not left after a reload in time', () => {
    const left = stepStay(offered, report({ event: 'leave', playing: false, now: at(10) }));
    expect(stopByNow(returned(left, at(40)), at(200))).toBeNull();
    expect(stopByNow(returned(left, at(70)), at(200))).toBe('left');
    expect(returned(left, at(40))).toEqual({ ...offered, rest: 'paused', reportedAt: at(40) });
    expect(returned(listening, at(9))).toBe(listening);
    expect(returned(offered, at(9))).toBe(offered);
  });

  it('returns after the choice only when the music plays again', () => {
    const left = stepStay(listening, report({ event: 'leave', playing: false, now: at(10) }));
    expect(returned(left, at(40))).toBe(left);
  });

  it('can no longer choose after leaving', () => {
    const left = stepStay(offered, report({ event: 'leave', playing: false, now: at(10) }));
    const late = stepStay(
      left,
      report({ event: 'continue', playing: false, wasPlaying: false, now: at(80) }),
    );
    expect([late.chosenAt, late.stop, stayState(late, at(80))]).toEqual([null, 'left', 'over']);
  });
});

it('the player of a track without a choice gets no state', () => {
  expect(stayState(undefined, at(0))).toBeNull();
});
