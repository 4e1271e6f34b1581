import { describe, expect, test } from 'vitest';
import { countStays, type EndedStay, stayingFigures } from './staying-rules.ts';

const stay = (unpaidSeconds: number, more: Partial<EndedStay> = {}): EndedStay => ({
  unpaidSeconds,
  stop: 'sent',
  censored: false,
  heardWholeMinute: true,
  ...more,
});
const several = (count: number, stay: EndedStay) => Array.from({ length: count }, () => stay);

describe('listeners are counted', () => {
  test('not before there are five, to protect individuals', () => {
    expect(countStays(several(4, stay(30)))).toBeNull();
    expect(stayingFigures(several(4, stay(30)))).toEqual({
      listeners: 0,
      notYetCounted: 4,
      stayed: 0,
      interval: null,
      stops: [],
      curve: [],
      curveListeners: 0,
      half: null,
      stayedSeconds: [],
    });
  });

  test('in steps of three after five, without the newest', () => {
    const old = several(5, stay(0));
    expect(stayingFigures([stay(40), ...old])).toMatchObject({ listeners: 5, stayed: 0, notYetCounted: 1 });
    expect(stayingFigures([stay(40), stay(40), ...old])).toMatchObject({ listeners: 5, notYetCounted: 2 });
    expect(stayingFigures([stay(40), stay(40), stay(40), ...old])).toMatchObject({
      listeners: 8,
      stayed: 3,
      notYetCounted: 0,
    });
  });

  test('a listener who lost the connection within five seconds counts as unknown, not gone', () => {
    const lost = stay(3, { stop: 'lost', censored: true });
    expect(stayingFigures([lost, ...several(5, stay(0))])).toMatchObject({ listeners: 5, notYetCounted: 0 });
  });
});

test('a listener who lost the connection early does not displace one of the oldest', () => {
  const lost = stay(3, { stop: 'lost', censored: true });
  expect(countStays([...several(5, stay(30)), lost])?.stayed).toBe(5);
});

describe('the listeners who stayed', () => {
  test('are listed by seconds if few, shortest first, without a median', () =>
    expect(stayingFigures([30, 10, 20, 0, 0].map((s) => stay(s)))).toMatchObject({
      stayedSeconds: [10, 20, 30],
      half: null,
    }));

  test('have an interval around their share', () => {
    const { interval } = stayingFigures([...several(3, stay(30)), ...several(2, stay(0))]);
    expect(interval?.low).toBeCloseTo(0.231, 3);
    expect(interval?.high).toBeCloseTo(0.882, 3);
  });

  test('have no curve if it would reveal one listener', () => {
    const sought = several(4, stay(30, { heardWholeMinute: false }));
    expect(stayingFigures([stay(9), ...sought])).toMatchObject({ curve: [], curveListeners: 0 });
  });

  test('do not include stays under five seconds', () =>
    expect(stayingFigures([stay(4.9), stay(5), ...several(3, stay(0))])).toMatchObject({
      stayed: 1,
      stayedSeconds: [5],
    }));

  test('have a median from six on', () =>
    expect(stayingFigures([10, 20, 30, 40, 50, 60, 0, 0].map((s) => stay(s)))).toMatchObject({
      stayed: 6,
      half: { seconds: 35 },
      stayedSeconds: [],
    }));

  test('have a median without seconds if more than half stayed to the end', () => {
    const toTheEnd = several(5, stay(90, { stop: 'end', censored: true }));
    expect(stayingFigures([...toTheEnd, stay(10), stay(0), stay(0)]).half).toEqual({ seconds: null });
  });

  test('are in the curve only if they heard the minute in order, and all in the sentence', () => {
    const sought = several(3, stay(30, { heardWholeMinute: false }));
    const figures = stayingFigures([...several(5, stay(0)), ...sought]);
    expect(figures).toMatchObject({ listeners: 8, stayed: 3, curveListeners: 5 });
    expect(figures.curve.at(-1)?.share).toBe(0);
  });

  test('share a curve with those who did not stay, so it starts lower', () =>
    expect(stayingFigures([...several(3, stay(30)), ...several(2, stay(0))]).curve).toMatchObject([
      { second: 0, atRisk: 3, share: 0.6 },
      { second: 30, atRisk: 0, share: 0 },
    ]));

  test('are counted by the kind of stop', () =>
    expect(
      stayingFigures([stay(90, { stop: 'end', censored: true }), ...several(4, stay(0, { stop: 'skipped' }))])
        .stops,
    ).toEqual([
      { kind: 'end', count: 1 },
      { kind: 'skipped', count: 4 },
    ]));
});
