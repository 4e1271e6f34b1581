import { describe, expect, test } from 'vitest';
import { keptFor, movedFrom, panelEnd } from './version-rules.ts';

test('half of the places is reserved for five or more returning reviewers, at most one each', () => {
  const kept = (returning: number, target: number) => keptFor(returning, new Date(0))(target)?.places ?? null;
  expect([kept(4, 20), kept(5, 20), kept(14, 20), kept(5, 1)]).toEqual([null, 5, 10, null]);
});

describe('the places that move to a new version', () => {
  const laterAt = new Date('2026-03-01T00:00:00Z');
  const former = { placesFrom: 'plan', openPlaces: 12, laterPlaces: 4, laterAt, countedRank: 3 } as const;

  test('are all open ones, with their rank, and later ones keep their date', () =>
    expect(movedFrom(former, 'plan')).toEqual({
      movedPlaces: 12,
      movedLater: { places: 4, opensAt: laterAt },
      movedRank: 3,
    }));

  test('include at most as many later ones as are left', () =>
    expect(movedFrom({ ...former, openPlaces: 2 }, 'plan').movedLater).toEqual({
      places: 2,
      opensAt: laterAt,
    }));

  test('include no later ones if there were none', () =>
    expect(movedFrom({ ...former, laterPlaces: 0, laterAt: null }, 'plan').movedLater).toBeNull());

  test('stay with their source: plan or free', () => {
    const none = { movedPlaces: 0, movedLater: null, movedRank: null };
    expect(movedFrom(former, 'credit')).toEqual(none);
    expect(movedFrom({ ...former, placesFrom: 'credit' }, 'plan')).toEqual(none);
  });

  test('move to either source if they are older than sources', () => {
    const old = { ...former, placesFrom: 'before' } as const;
    expect([movedFrom(old, 'plan'), movedFrom(old, 'credit')].map(({ movedPlaces }) => movedPlaces)).toEqual([
      12, 12,
    ]);
  });
});

test('places are reserved for five days', () =>
  expect(panelEnd(new Date('2026-02-26T12:00:00Z'))).toEqual(new Date('2026-03-03T12:00:00Z')));
