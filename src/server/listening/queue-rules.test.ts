import { describe, expect, it } from 'vitest';
import { chooseNext, movedCursor, type PlacesLook, type ReopenedTrack, seenReopened } from './queue-rules.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
const now = at(60);

const aLook = (look: Partial<PlacesLook> = {}): PlacesLook => ({
  priorityWeight: 1,
  cursorAt: at(20),
  cursorId: 'c',
  nextAt: at(30),
  nextId: 'next',
  reopenedSeen: 5,
  ...look,
});
const aReopened = (track: Partial<ReopenedTrack> = {}): ReopenedTrack => ({
  priorityWeight: 1,
  id: 'back',
  createdAt: at(10),
  seq: 6,
  isServable: true,
  ...track,
});

describe('the next track', () => {
  it('is none when nothing waits', () => {
    expect(chooseNext([aLook({ nextAt: null, nextId: null })], [])).toBeUndefined();
  });

  it('is not one that reopened but is not for this listener, nor one that the cursor will meet', () => {
    const reopened = [aReopened({ isServable: false }), aReopened({ createdAt: at(25) })];
    expect(chooseNext([aLook()], reopened)).toBe('next');
  });

  it('is the oldest of what the cursor finds and what reopened behind it', () => {
    const reopened = [aReopened({ id: 'young', createdAt: at(15) }), aReopened({ id: 'old', seq: 7 })];
    expect(chooseNext([aLook()], reopened)).toBe('old');
  });

  it('comes from the heaviest weight that has one', () => {
    const heavy = aLook({ priorityWeight: 3, nextAt: at(50), nextId: 'heavy' });
    expect(chooseNext([heavy, aLook()], [aReopened()])).toBe('heavy');
  });
});

describe('the cursor', () => {
  it('never goes back, and stays ten minutes behind the present', () => {
    expect(movedCursor(aLook({ cursorAt: at(40) }), now).at).toEqual(at(40));
    expect(movedCursor(aLook({ nextAt: at(58) }), now).at).toEqual(at(50));
    expect(movedCursor(aLook({ nextAt: null, nextId: null }), now).at).toEqual(at(50));
  });

  it('stands at what was found', () => {
    expect(movedCursor(aLook(), now)).toEqual({ at: at(30), id: 'next' });
  });
});

describe('reopened tracks', () => {
  it('are looked at again until the one that waits has been served', () => {
    const passed = aReopened({ seq: 6, isServable: false });
    expect(seenReopened(aLook(), [passed, aReopened({ seq: 7 }), aReopened({ seq: 8 })])).toBe(6);
    expect(seenReopened(aLook(), [aReopened({ seq: 6 })])).toBe(5);
    expect(seenReopened(aLook(), [passed])).toBe(6);
  });
});
