import { expect, test } from 'vitest';
import { activityDetailNames } from '#contract/identity/activity-details.ts';
import { detailText } from './activity-texts.ts';

const id = '861cb248-2a3e-4b55-9f7e-111111111111';

test.each([
  [{ session: id }, ''],
  [{ session: id, factors: 2 }, 'With a code'],
  [{ scope: 'local' }, 'This session'],
  [{ session: id, presented: 3, stored: 5 }, 'An old copy was used, so the session was ended'],
  [{ role: 'admin' }, 'Admin'],
  [{ acts: 'payouts', above: 'off' }, 'One admin is enough for payouts'],
  [{ acts: 'corrections', cents: 10_000 }, 'Above this for corrections, $100.00'],
  [
    { call: 'admin.listReviewsToDecide', code: 'access_denied' },
    'Tried to list reviews to decide: not an admin',
  ],
  [{ call: 'books.correctBalance', code: 'below_zero' }, 'Tried to correct balance, below zero'],
  [{ review: id, reason: 'copied' }, 'Review 861cb248, It repeats another review'],
  [{ payout: id, reason: 'Please write to us.' }, 'Payout 861cb248, Please write to us.'],
  [{ export: id, payouts: 1, cents: 545 }, 'Export 861cb248, 1 payout, $5.45'],
  [{ cents: -250, reason: 'Paid twice.' }, '−$2.50, Paid twice.'],
  [{ rules: 'A5 A6' }, 'Audit rules A5, A6'],
  [{ track: id, reason: 'copyright' }, 'Track 861cb248, Copyright: the recording belongs to someone else'],
  [{ question: id, as: 'mistake' }, 'Question 861cb248, The takedown was wrong'],
  [{ payout: id, stopped: 'destination_changed' }, 'Payout 861cb248, Stopped: its destination changed'],
  [{ thing: id, reports: 2 }, 'Reported item 861cb248, 2 reports'],
  [{ wait: 'off', letIn: 1 }, 'New listeners no longer wait, 1 listener let in'],
  [{ cluster: id, people: 3, reason: 'One person.' }, 'Cluster 861cb248, 3 accounts, One person.'],
  [{ task: 'mail-decision-notice', job: '7' }, 'Mail decision notice, Job 7'],
])('the details %o are shown as text', (details, text) => {
  expect(detailText(details)).toBe(text);
});

test('no detail shows its name in the code', () => {
  for (const name of activityDetailNames) expect(detailText({ [name]: 1 })).not.toBe(`${name} 1`);
});
