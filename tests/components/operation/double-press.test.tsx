import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { Books, Correction, Entry } from '#contract/money/books/books.ts';
import type { UserEntry } from '#contract/operation/admin/admin-users.ts';
import { aUserEntry, aUserRecord } from '#tests/support/people/user-record.ts';
import { waitingPayout } from '#tests/support/people/waiting-payout.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { pressAtOnce, pressSpot, readySpot, spotOf } from '#tests/support/screens/presses.ts';
import { answerCall, noAnswer } from '#tests/support/stand-ins/api-stand-in.ts';
import { queryClient } from '#web/calls/query-client.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { SessionList } from '#web/identity/settings/session-list.tsx';
import { BooksTab } from '#web/operation/admin/books/books-tab.tsx';
import { PayoutsTab } from '#web/operation/admin/payouts/payouts-tab.tsx';
import { UsersTab } from '#web/operation/admin/users/users-tab.tsx';

const id = (kind: string, place: number) => `00000000-0000-4000-8000-0000000000${kind}${place}`;
const names = ['Ada', 'Bea', 'Cleo', 'Dora'];
const nameOf = (place: number) => names[place] ?? 'Eve';
const at = '2026-03-02T10:00:00Z';

beforeEach(() => {
  signInAs({ role: 'admin' });
});

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The second press of a double click, within the pause of the rows. */
const secondPress = 250;

/** Until what a press could have set off has been shown. */
const settled = () => pause(300);

const user = (place: number): UserEntry => ({
  ...aUserEntry,
  id: id('a', place),
  displayName: nameOf(place),
});

const record = (place: number) => ({ ...aUserRecord, ...user(place) });

/** The lists are read again, as a message of the server or an act makes them. */
const readAgain = () => queryClient.invalidateQueries({ queryKey: queryKeys.admin.all });

test('a press just after a row has left the list opens no user', async () => {
  let users = [user(0), user(1), user(2)];
  answerCall(api.admin.listUsers, () => ({ items: users, nextCursor: null }));
  const opened = answerCall(api.admin.readUser, ({ params }) =>
    params.userId === user(1).id ? record(1) : record(2),
  );
  await show(<UsersTab />, '/app/admin');
  const spot = await readySpot(page.getByRole('link', { name: 'Ada' }));
  users = [user(1), user(2)];
  await readAgain();
  await expect.element(page.getByRole('link', { name: 'Ada' })).not.toBeInTheDocument();
  pressAtOnce(spot);
  await pause(secondPress);
  pressAtOnce(spot);
  await settled();
  expect(opened).toHaveLength(0);
  // A moment later it is meant.
  await pressSpot(await readySpot(page.getByRole('link', { name: 'Bea' })));
  await expect.element(page.getByRole('heading', { name: 'Bea' })).toBeVisible();
  expect(opened).toHaveLength(1);
});

const correction = (place: number): Correction => ({
  id: id('b', place),
  listenerId: id('a', place),
  displayName: nameOf(place),
  amountCents: cents(100),
  reason: 'Paid twice.',
  status: 'waiting',
  proposedBy: { userId: id('a', 9), displayName: 'Otto' },
  proposedAt: at,
});

const reward: Entry = {
  id: 1,
  kind: 'reward',
  createdAt: at,
  listenerId: id('a', 0),
  displayName: 'Ada',
  grossCents: cents(15),
  changeCents: cents(15),
  sourceId: id('c', 0),
  reason: null,
  actorName: null,
  isUndone: false,
};

/** Everything of the Books tab that does not matter to a test. */
function answerBooks(books: () => Books): void {
  answerCall(api.books.readBooks, books);
  answerCall(api.books.listPayoutExports, () => ({ items: [], nextCursor: null }));
  answerCall(api.books.listPayoutCosts, () => ({ items: [], nextCursor: null, totalCents: cents(0) }));
  answerCall(api.books.listOpenTransfers, () => ({ items: [], nextCursor: null }));
  answerCall(api.books.listEntries, () => ({ items: [reward], nextCursor: null }));
}

const booksWith = (waitingCorrections: Correction[]): Books => ({
  audit: null,
  halt: null,
  toExport: [],
  secondAdminAbove: { payoutCents: null, correctionCents: null },
  waitingCorrections,
});

test('a booked correction stays locked until its list is loaded, and is free at once after a failure', async () => {
  answerBooks(() => booksWith([correction(0), correction(1)]));
  const answers = [noAnswer, () => ({ id: correction(0).id, status: 'booked' as const })];
  const decisions = answerCall(api.books.decideCorrection, () => answers.shift()?.() ?? noAnswer());
  await show(<BooksTab />);
  const book = page.getByRole('button', { name: 'Book $1.00 for Ada' });
  const spot = await readySpot(book);
  answerCall(api.books.readBooks, () => new Promise<never>(() => undefined));
  await pressSpot(spot);
  await expect.element(page.getByText('The correction was not decided')).toBeVisible();
  await expect.element(book).toBeEnabled();
  await pressSpot(spot);
  await expect.element(page.getByText('Correction booked')).toBeVisible();
  await expect.element(book).toBeDisabled();
  expect(new Set(decisions.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  expect(decisions).toHaveLength(2);
});

test('a double press on Book books one correction, and does not hit the row that moves up', async () => {
  let waiting = [correction(0), correction(1)];
  answerBooks(() => booksWith(waiting));
  const decisions = answerCall(api.books.decideCorrection, ({ params }) => {
    waiting = waiting.filter((one) => one.id !== params.correctionId);
    return { id: params.correctionId, status: 'booked' as const };
  });
  await show(<BooksTab />);
  const book = (place: number) => page.getByRole('button', { name: `Book $1.00 for ${nameOf(place)}` });
  await page.getByText('+$0.15').click();
  window.scrollTo(0, 0);
  const first = await readySpot(book(0));
  await pressSpot(first);
  await expect.element(book(0)).not.toBeInTheDocument();
  pressAtOnce(first);
  await pause(secondPress);
  pressAtOnce(first);
  await settled();
  expect(decisions.map(({ params }) => params.correctionId)).toEqual([correction(0).id]);

  await pressSpot(await readySpot(book(1)));
  await expect.element(page.getByRole('table', { name: 'Waiting corrections' })).not.toBeInTheDocument();
  const reverse = page.getByRole('button', { name: 'Reverse entry 1 of Ada' });
  await pause(secondPress);
  reverse.element().scrollIntoView();
  pressAtOnce(spotOf(reverse));
  await settled();
  expect(page.getByRole('dialog').query()).toBeNull();
  await pressSpot(await readySpot(reverse));
  await expect.element(page.getByRole('dialog', { name: 'Reverse this review?' })).toBeVisible();
});

const payout = (place: number) =>
  waitingPayout(place, { displayName: nameOf(place), amountCents: cents(500) });

test('a press on a list that just emptied and refilled is ignored too', async () => {
  let payouts = [payout(0)];
  answerCall(api.admin.listWithheldPayouts, () => ({ items: [] }));
  answerCall(api.admin.listPendingPayouts, () => ({ items: payouts, nextCursor: null, oldest: null }));
  const decisions = answerCall(api.admin.decidePayout, ({ params }) => {
    payouts = [];
    return { id: params.payoutId, status: 'pending' as const, processedAt: null, completesAt: at };
  });
  await show(<PayoutsTab />);
  const approve = (place: number) => page.getByRole('button', { name: `Approve $5.00 for ${nameOf(place)}` });
  const spot = await readySpot(approve(0));
  await pressSpot(spot);
  await expect.element(page.getByText('No pending payouts')).toBeVisible();
  payouts = [payout(1)];
  await readAgain();
  await expect.element(approve(1)).toBeVisible();
  await pause(secondPress);
  pressAtOnce(spotOf(approve(1)));
  await settled();
  expect(decisions).toHaveLength(1);
  await pressSpot(await readySpot(approve(1)));
  await expect.poll(() => decisions.length).toBe(2);
});

test('a double press on Sign out ends one session', async () => {
  let sessions = [0, 1, 2].map((place) => ({
    id: id('e', place),
    device: 'Firefox',
    createdAt: at,
    lastSeenAt: at,
    isCurrent: place === 0,
  }));
  answerCall(api.accounts.listSessions, () => ({ sessions }));
  const ended = answerCall(api.accounts.endSession, ({ params }) => {
    sessions = sessions.filter((one) => one.id !== params.sessionId);
    return {};
  });
  await show(<SessionList />);
  const signOut = page.getByRole('button', { name: /^Sign out Firefox/ });
  await expect.element(signOut.first()).toBeVisible();
  const spot = await readySpot(signOut.first());
  await pressSpot(spot);
  await expect.poll(() => signOut.all().length).toBe(1);
  pressAtOnce(spot);
  await pause(secondPress);
  pressAtOnce(spot);
  await settled();
  expect(ended).toHaveLength(1);
});
