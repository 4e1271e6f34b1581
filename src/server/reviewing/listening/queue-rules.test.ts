import { describe, expect, it, test } from 'vitest';
import {
  chooseNext,
  hasMoved,
  isBefore,
  likelyAt,
  mayOpenFrom,
  metSince,
  movedCursor,
  type QueueLook,
  type ReopenedTrack,
  seenReopened,
  turnAt,
} from './queue-rules.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
const now = at(60);

test('artists heard twice within 30 days are avoided', () => {
  expect(metSince(now)).toEqual(new Date(now.getTime() - 30 * 86_400_000));
});

const aLook = (look: Partial<QueueLook> = {}): QueueLook => ({
  queueRank: 1,
  cursorAt: at(20),
  cursorId: 'c',
  nextAt: at(30),
  nextId: 'next',
  reopenedSeen: 5,
  metLately: 0,
  ...look,
});
const aReopened = (track: Partial<ReopenedTrack> = {}): ReopenedTrack => ({
  queueRank: 1,
  id: 'back',
  queueAt: at(10),
  seq: 6,
  isServable: true,
  metLately: 0,
  ...track,
});

test('queue positions are ordered by time, then by id', () => {
  expect(isBefore({ at: at(1), id: 'b' }, { at: at(2), id: 'a' })).toBe(true);
  expect(isBefore({ at: at(2), id: 'a' }, { at: at(1), id: 'b' })).toBe(false);
  expect(isBefore({ at: at(1), id: 'a' }, { at: at(1), id: 'b' })).toBe(true);
  expect(isBefore({ at: at(1), id: 'b' }, { at: at(1), id: 'a' })).toBe(false);
  expect(isBefore({ at: at(1), id: 'a' }, { at: at(1), id: 'a' })).toBe(false);
});

describe('the next track', () => {
  it('is none if no track waits', () => {
    expect(chooseNext([aLook({ nextAt: null, nextId: null })], [])).toBeUndefined();
  });

  it('is never a reopened track that cannot be served to this listener, or that the cursor has yet to reach', () => {
    const reopened = [aReopened({ isServable: false }), aReopened({ queueAt: at(25) })];
    expect(chooseNext([aLook()], reopened)).toMatchObject({ id: 'next', elsewhereFrom: null });
  });

  it('is the oldest among the next at the cursor and the reopened ones behind it', () => {
    const reopened = [aReopened({ id: 'young', queueAt: at(15) }), aReopened({ id: 'old', seq: 7 })];
    expect(chooseNext([aLook()], reopened)).toMatchObject({ id: 'old', elsewhereFrom: null });
  });

  it('has the heaviest weight available', () => {
    const heavy = aLook({ queueRank: 3, nextAt: at(50), nextId: 'heavy' });
    expect(chooseNext([heavy, aLook()], [aReopened()])).toMatchObject({ id: 'heavy', queueRank: 3 });
  });

  it('avoids a recently met artist if another has the same weight', () => {
    const back = [
      aReopened({ id: 'old', metLately: 1 }),
      aReopened({ id: 'young', queueAt: at(15), seq: 7 }),
    ];
    expect(chooseNext([aLook()], back)).toMatchObject({ id: 'young', elsewhereFrom: null });
    expect(chooseNext([aLook()], back.slice(0, 1))).toMatchObject({ id: 'next', elsewhereFrom: null });
  });

  it('prefers an artist met twice over the one just heard', () => {
    const back = [aReopened({ id: 'just heard', metLately: 2 })];
    const elsewhereFrom = { at: at(30), id: 'next' };
    expect(chooseNext([aLook({ metLately: 1 })], back)).toEqual({
      id: 'next',
      queueRank: 1,
      metLately: 1,
      elsewhereFrom,
    });
  });

  it('is by a recently met artist only if none met less recently is found from the cursor on', () => {
    const lately = aLook({ metLately: 2 });
    const elsewhereFrom = { at: at(30), id: 'next' };
    expect(chooseNext([lately], [])).toEqual({ id: 'next', queueRank: 1, metLately: 2, elsewhereFrom });
    const light = aLook({ queueRank: 0, nextId: 'light' });
    expect(chooseNext([lately, light], [])).toMatchObject({ id: 'next', elsewhereFrom });
    const nothing = aLook({ nextAt: null, nextId: null, metLately: null });
    expect(chooseNext([nothing], [aReopened({ metLately: 1 })])).toMatchObject({
      id: 'back',
      elsewhereFrom: null,
    });
  });
});

describe('the cursor', () => {
  it('never moves back, and stays ten minutes behind the present', () => {
    expect(movedCursor(aLook({ cursorAt: at(40) }), now).at).toEqual(at(40));
    expect(movedCursor(aLook({ nextAt: at(58) }), now).at).toEqual(at(50));
    expect(movedCursor(aLook({ nextAt: null, nextId: null }), now).at).toEqual(at(50));
  });

  it('counts as moved only to a later position', () => {
    expect(hasMoved(aLook(), { at: at(30), id: 'next' })).toBe(true);
    expect(hasMoved(aLook(), { at: at(20), id: 'd' })).toBe(true);
    expect(hasMoved(aLook(), { at: at(20), id: 'c' })).toBe(false);
  });

  it('treats every id at the settled time as later', () => {
    const settled = movedCursor(aLook({ nextAt: null, nextId: null }), now);
    expect(settled).toEqual({ at: at(50), id: '00000000-0000-0000-0000-000000000000' });
    expect(movedCursor(aLook({ cursorAt: at(50), cursorId: settled.id }), now)).toEqual(settled);
  });

  it('stops at the found track', () => {
    expect(movedCursor(aLook(), now)).toEqual({ at: at(30), id: 'next' });
  });
});

describe('reopened tracks', () => {
  it('are checked again until the waiting one has been served', () => {
    const passed = aReopened({ seq: 6, isServable: false });
    expect(seenReopened(aLook(), [passed, aReopened({ seq: 7 }), aReopened({ seq: 8 })])).toBe(6);
    expect(seenReopened(aLook(), [aReopened({ seq: 6 })])).toBe(5);
    expect(seenReopened(aLook(), [passed])).toBe(6);
    expect(seenReopened(aLook(), [])).toBe(5);
    expect(seenReopened(aLook(), [aReopened({ seq: 9, queueRank: 2, isServable: false })])).toBe(5);
  });
});

const opened = ['08', '09', '10'].map((hour) => ({
  trackId: `at ${hour}`,
  openedAt: new Date(`2030-05-15T${hour}:00:00Z`),
}));

it('one more track can be opened below the limit', () => {
  expect(mayOpenFrom(opened, 4, 'new')).toBeNull();
});

it('at the limit another track can be opened a day after the first one', () => {
  expect(mayOpenFrom(opened, 3, 'new')).toEqual(new Date('2030-05-16T08:00:00Z'));
});

it('if the limit was lowered, another track can be opened once the count is below it', () => {
  expect(mayOpenFrom(opened, 2, 'new')).toEqual(new Date('2030-05-16T09:00:00Z'));
});

it('a track that is already open can still be played', () => {
  expect(mayOpenFrom(opened, 3, 'at 09')).toBeNull();
});

const noon = new Date('2030-05-15T12:00:00Z');
const hours = (count: number) => new Date(noon.getTime() + count * 3_600_000);

test('without any track that got reviews lately there is no estimate of the next one', () => {
  expect(likelyAt(0, 14, noon)).toBeNull();
});

test('the next track is expected after the mean time between those that got reviews in the last 14 days', () => {
  expect(likelyAt(168, 14, noon)).toEqual(hours(2));
  expect(likelyAt(1, 14, noon)).toEqual(hours(14 * 24));
});

const days = (count: number) => new Date(noon.getTime() + count * 86_400_000);

test('there is no estimate before anyone was let in', () => {
  expect(turnAt({ place: 1, letInLately: 0 }, 14, noon)).toBeNull();
});

test('the estimate follows from the place and the pace of the last 14 days, in whole days', () => {
  expect(turnAt({ place: 14, letInLately: 28 }, 14, noon)).toEqual(days(7));
  expect(turnAt({ place: 15, letInLately: 28 }, 14, noon)).toEqual(days(8));
  expect(turnAt({ place: 1, letInLately: 1000 }, 14, noon)).toEqual(days(1));
});
