import { describe, expect, it } from 'vitest';
import type { Moment } from '#contract/music/tracks/tracks.ts';
import { createOwnMoments, pressMoment, secondAt, withReports } from './own-moments.ts';

describe('the second of a mark', () => {
  it.each([
    [0, 0],
    [0.2, 0],
    [12, 11],
    [12.01, 12],
    [12.9, 12],
  ])('at %d s is second %i', (position, second) => {
    expect(secondAt(position)).toBe(second);
  });
});

describe('a press', () => {
  const marked: readonly Moment[] = [{ kind: 'love', atSecond: 20 }];

  it('marks the current second', () => {
    expect(pressMoment([], 'lost', 33.4)).toEqual({ event: 'moment', kind: 'lost', atSecond: 33 });
  });

  it.each([16.5, 20.5, 24.9])('at %d s undoes the mark at 20 s', (position) => {
    expect(pressMoment(marked, 'love', position)).toEqual({ event: 'undo', kind: 'love', atSecond: 20 });
  });

  it.each([15.5, 25.5])('at %d s is another mark', (position) => {
    expect(pressMoment(marked, 'love', position).event).toBe('moment');
  });

  it('of another kind is another mark', () => {
    expect(pressMoment(marked, 'skip', 20.5)).toEqual({ event: 'moment', kind: 'skip', atSecond: 20 });
  });
});

it('marks being sent are shown, those being undone are not', () => {
  const mark = { kind: 'love', atSecond: 20 } as const;
  const other = { kind: 'lost', atSecond: 40 } as const;
  expect(withReports([mark], [{ ...other, event: 'moment' }])).toEqual([mark, other]);
  expect(withReports([mark, other], [{ ...mark, event: 'undo' }])).toEqual([other]);
  expect(withReports([mark], [{ ...mark, event: 'moment' }])).toEqual([mark]);
  expect(
    withReports(
      [],
      [
        { ...mark, event: 'moment' },
        { ...mark, event: 'undo' },
      ],
    ),
  ).toEqual([]);
});

describe('the marks of a listener', () => {
  it('are shown at once, and stay as stored on the server', () => {
    const moments = createOwnMoments([]);
    const report = moments.press('love', 20.5);
    expect(moments.shown()).toEqual([{ kind: 'love', atSecond: 20 }]);
    moments.arrived(report, [{ kind: 'love', atSecond: 20 }]);
    expect(moments.shown()).toEqual([{ kind: 'love', atSecond: 20 }]);
  });

  it('disappear if they were rejected', () => {
    const moments = createOwnMoments([]);
    moments.arrived(moments.press('love', 20.5));
    expect(moments.shown()).toEqual([]);
  });

  it('do not reappear by a response from before they were undone', () => {
    const moments = createOwnMoments([]);
    const mark = moments.press('love', 20.5);
    moments.press('love', 22.5);
    moments.arrived(mark, [{ kind: 'love', atSecond: 20 }]);
    expect(moments.shown()).toEqual([]);
  });
});
