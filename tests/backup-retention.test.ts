import { expect, test } from 'vitest';
import { backupName, momentOf } from '../scripts/backup/backup-set.ts';
import { outdated } from '../scripts/backup/retention-rules.ts';

const at = (moment: string) => ({ madeAt: new Date(`${moment}Z`) });
const gone = (moments: readonly string[], keepDays: number, keepWeeks: number) =>
  outdated(moments.map(at), { keepDays, keepWeeks }).map(({ madeAt }) => madeAt.toISOString().slice(0, 16));

test('the newest of several backups in a day is kept', () => {
  const newer = ['2026-11-25T12:00'];
  expect(gone([...newer, '2026-11-22T01:00', '2026-11-22T23:59', '2026-11-21T12:00'], 7, 0)).toEqual([
    '2026-11-22T01:00',
  ]);
});

test('the newest of each of the last 48 hours is kept', () => {
  const hours = ['22T10:59', '22T10:05', '22T09:05', '21T10:05', '20T11:05', '20T10:58', '20T09:05'];
  expect(
    gone(
      hours.map((hour) => `2026-11-${hour}`),
      1,
      0,
    ),
  ).toEqual(['2026-11-22T10:05', '2026-11-20T10:58', '2026-11-20T09:05']);
});

test('the newest of each day is kept for some days, then the newest of each week for some weeks', () => {
  const daily = Array.from({ length: 28 }, (_, i) => `2026-11-${String(28 - i).padStart(2, '0')}T03:00`);
  const left = daily.filter((moment) => !gone(daily, 3, 3).includes(moment));
  // The 28th is a Saturday; the 22nd and the 15th are the Sundays before it.
  expect(left.map((moment) => moment.slice(8, 10))).toEqual(['28', '27', '26', '22', '15']);
});

test('days without a backup do not count, so old backups survive a pause', () => {
  expect(gone(['2026-11-22T03:00', '2025-01-02T03:00', '2024-01-02T03:00'], 2, 0)).toEqual([
    '2024-01-02T03:00',
  ]);
});

test('the newest backup is always kept', () => {
  expect(gone(['2026-11-22T03:00'], 1, 0)).toEqual([]);
  expect(gone([], 1, 0)).toEqual([]);
});

test('a backup name contains its time, and other names are ignored', () => {
  const moment = new Date('2026-11-22T03:15:07.123Z');
  expect(backupName(moment)).toBe('2026-11-22T03-15-07Z');
  expect(momentOf(backupName(moment))).toEqual(new Date('2026-11-22T03:15:07Z'));
  for (const name of ['lost+found', '2026-11-22', '2026-11-22T03-15-07Z.old', '..']) {
    expect(momentOf(name)).toBeUndefined();
  }
});
