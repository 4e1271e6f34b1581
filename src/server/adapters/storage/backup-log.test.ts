import { expect, test } from 'vitest';
import { judgeBackup } from './backups.ts';

const daily = { everyHours: 24, production: true };

test('a backup is judged by its age against the schedule', () => {
  const light = (hours: number) => judgeBackup(hours * 3600, daily).light;
  expect([0, 25, 26, 71, 72].map(light)).toEqual(['green', 'green', 'yellow', 'yellow', 'red']);
  expect(judgeBackup(3 * 3600, { ...daily, everyHours: 1 }).light).toBe('red');
  expect(judgeBackup(3600, daily).text).toBe('The newest backup is 1 hour old.');
});

test('without a schedule a backup a day is expected, and the advice names the setting', () => {
  const byHand = { everyHours: undefined, production: true };
  expect(judgeBackup(26 * 3600, byHand).light).toBe('yellow');
  expect(judgeBackup(null, byHand)).toMatchObject({
    light: 'yellow',
    text: 'There has never been a backup.',
    cure: expect.stringContaining('Set BACKUP_DIR'),
  });
});

test('before the first scheduled backup the advice says when it is made', () => {
  expect(judgeBackup(null, daily).cure).toMatch(
    /^The server makes the first one at three minutes past the hour/,
  );
});

test('outside production a missing backup is no problem, and an old one is never red', () => {
  const trial = { ...daily, production: false };
  expect([judgeBackup(null, trial).light, judgeBackup(99 * 3600, trial).light]).toEqual(['green', 'yellow']);
});
