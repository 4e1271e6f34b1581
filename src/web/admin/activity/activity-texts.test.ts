import { expect, test } from 'vitest';
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
])('the details %o are shown as text', (details, text) => {
  expect(detailText(details)).toBe(text);
});
