import { expect, test } from 'vitest';
import { emailProblems, jobProblems, problemOf } from './system.ts';

const live = { production: true };
const quiet = { hasMailServer: true, waiting: 0, oldestWaitingSeconds: 0 };

test('emails that wait more than an hour are a problem', () => {
  expect(emailProblems(quiet, live)).toEqual([]);
  expect(emailProblems({ ...quiet, waiting: 1, oldestWaitingSeconds: 3600 }, live)).toEqual([]);
  const late = (waiting: number) =>
    emailProblems({ ...quiet, waiting, oldestWaitingSeconds: 3601.7 }, live).map(({ text }) => text);
  expect(late(1)).toEqual(['1 email is waiting, the oldest for 1 h.']);
  expect(late(1200)).toEqual(['1,200 emails are waiting, the oldest for 1 h.']);
});

test('production without a mail server is a problem, a trial without one is not', () => {
  const without = { ...quiet, hasMailServer: false };
  expect(emailProblems(without, live)).toMatchObject([{ part: 'emails', cure: 'Set SMTP_URL.' }]);
  expect(emailProblems(without, { production: false })).toEqual([]);
});

test('jobs that failed or wait for more than five minutes are a problem, whatever their task', () => {
  const well = { givenUp: 0, overdueSeconds: null };
  const texts = (...tasks: (typeof well | { givenUp: number; overdueSeconds: number })[]) =>
    jobProblems(tasks, []).map(({ text }) => text);
  expect(texts()).toEqual([]);
  expect(texts(well, { givenUp: 0, overdueSeconds: 300 })).toEqual([]);
  expect(texts({ givenUp: 1, overdueSeconds: 0 })).toEqual([
    '1 job failed too many times and will not be retried.',
  ]);
  expect(texts({ givenUp: 1, overdueSeconds: 301 }, { givenUp: 1, overdueSeconds: 900 })).toEqual([
    '2 jobs failed too many times and will not be retried.',
    'The oldest due job has waited 15 min.',
  ]);
});

test('recurring jobs that have stopped are a problem', () => {
  expect(jobProblems([], ['send-payouts', 'audit-books'])).toMatchObject([
    { part: 'jobs', text: '2 recurring jobs have stopped: send-payouts, audit-books.' },
  ]);
});

test('green findings are not problems', () => {
  const judged = { text: 'The newest backup is 30 hours old.', cure: 'Look at the log.' };
  expect(problemOf('backups', { ...judged, light: 'green' })).toEqual([]);
  expect(problemOf('backups', { ...judged, light: 'yellow' })).toEqual([{ part: 'backups', ...judged }]);
});
