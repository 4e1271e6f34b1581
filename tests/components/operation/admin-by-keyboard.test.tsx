import { beforeEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { Received } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import type { ReviewToDecide } from '#contract/operation/admin/admin-reviews.ts';
import type { UserEntry } from '#contract/operation/admin/admin-users.ts';
import { platformFigures } from '#tests/support/people/platform-figures.ts';
import { reviewToDecide } from '#tests/support/people/review-to-decide.ts';
import { aUserEntry, aUserRecord } from '#tests/support/people/user-record.ts';
import { waitingPayout } from '#tests/support/people/waiting-payout.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall } from '#tests/support/stand-ins/api-stand-in.ts';
import { AdminPage } from '#web/operation/admin/admin-page.tsx';
import { AppFrame } from '#web/shell/app-frame.tsx';

// Nothing in this file is clicked.
const keys = (text: string) => userEvent.keyboard(text);
const at = '2026-03-02T10:00:00Z';
const none = { items: [], nextCursor: null };

/** Tab until the control has the focus. */
async function tabTo(control: Locator): Promise<void> {
  await expect.element(control).toBeVisible();
  for (let steps = 0; steps < 60; steps += 1) {
    if (control.element() === document.activeElement) return;
    await userEvent.tab();
  }
  throw new Error('The Tab key does not reach it.');
}

beforeEach(() => {
  signInAs({ role: 'admin', userType: 'listener' });
  answerCall(api.accounts.countUnreadNotices, () => ({ unread: 0 }));
  answerCall(api.admin.readPlatformStats, () => platformFigures);
  answerCall(api.admin.listWithheldPayouts, () => ({ items: [] }));
  answerCall(api.admin.listPendingPayouts, () => ({ ...none, oldest: null }));
});

const doubt = { rule: 'variety', version: 2, passed: false, detail: '9 different words' };
const row = (place: number) => page.getByRole('article', { name: `Review of Track ${place} by Otis` });
const sentence = () => page.getByLabelText('A sentence for the listener');
let waiting: ReviewToDecide[];
let decided: readonly Received<typeof api.admin.decideReviews>[];

/** Walks from the tab that is open first to the reviews, with these waiting. */
async function openReviews(...reviews: ReviewToDecide[]): Promise<void> {
  waiting = reviews;
  answerCall(api.admin.listReviewsToDecide, () => ({ items: waiting, nextCursor: null }));
  decided = answerCall(api.admin.decideReviews, ({ body: { reviewIds } }) => {
    waiting = waiting.filter(({ id }) => !reviewIds.includes(id));
    return { outcomes: reviewIds.map((id) => ({ id, outcome: 'done' as const })) };
  });
  answerCall(api.admin.undoReviewDecisions, ({ body: { reviewIds } }) => {
    waiting = reviews.filter(({ id }) => reviewIds.includes(id));
    return { outcomes: reviewIds.map((id) => ({ id, outcome: 'done' as const })) };
  });
  await show(<AdminPage />, '/app/admin', AppFrame);
  await tabTo(page.getByRole('tab', { name: 'Payouts' }));
  await keys('{ArrowRight}');
  await expect.element(row(1)).toBeVisible();
}

test('reviews are approved, rejected, taken back and rejected in other words by keyboard alone', async () => {
  await openReviews(reviewToDecide(1), reviewToDecide(2, { findings: [doubt] }));
  await keys('j');
  await expect.element(row(1)).toHaveFocus();
  await keys('a');
  await expect.element(page.getByText('1 review approved', { exact: true })).toBeVisible();
  await expect.element(row(1)).not.toBeInTheDocument();

  await keys('jr');
  // The doubt of the rules fills in the reason and the sentence.
  const confirm = page.getByRole('button', { name: 'Reject review' });
  await expect.element(confirm).toHaveFocus();
  await keys('{Enter}');
  await expect.element(page.getByText('No reviews waiting')).toBeVisible();
  await keys('u');
  await expect.element(row(2)).toBeVisible();

  await keys('jr');
  await expect.element(confirm).toHaveFocus();
  await keys('{Shift>}{Tab}{Tab}{/Shift}');
  await expect.element(sentence()).toHaveFocus();
  // Its letters are keys of the list below.
  await keys('{Control>}a{/Control}ajar: please write about the music.{Tab}{Tab}{Enter}');
  await expect.element(page.getByText('No reviews waiting')).toBeVisible();
  expect(decided.map(({ body }) => body)).toMatchObject([
    { decision: { status: 'approved' } },
    { decision: { status: 'rejected', reason: 'too_little' } },
    { decision: { status: 'rejected', sentence: 'ajar: please write about the music.' } },
  ]);
});

/** A key as another layout than that of the test's browser reports it. */
const pressOn = (init: KeyboardEventInit) =>
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }),
  );

test('a review is approved and the sidebar toggled on Cyrillic keys and with Caps Lock', async () => {
  await openReviews(reviewToDecide(1), reviewToDecide(2));
  pressOn({ key: 'о', code: 'KeyJ' });
  await expect.element(row(1)).toHaveFocus();
  pressOn({ key: 'J', code: 'KeyJ' });
  await expect.element(row(2)).toHaveFocus();
  pressOn({ key: 'ф', code: 'KeyA' });
  await expect.element(page.getByText('1 review approved', { exact: true })).toBeVisible();
  const before = document.cookie;
  pressOn({ key: 'и', code: 'KeyB', ctrlKey: true });
  expect(document.cookie).not.toBe(before);
});

test('an appeal is granted by keyboard alone', async () => {
  const appeal = { text: 'I meant every word of it.', at, outcome: null, sentence: null };
  await openReviews(reviewToDecide(1, { status: 'rejected', appeal }));
  const answers = answerCall(api.admin.decideAppeal, ({ params: { reviewId } }) => {
    waiting = [];
    return { id: reviewId, status: 'approved' as const };
  });
  await expect.element(page.getByText('I meant every word of it.')).toBeVisible();
  await keys('ja');
  await expect.element(sentence()).toHaveFocus();
  await keys('Heard again, it counts.{Tab}{Tab}{Enter}');
  await expect.element(page.getByText('Appeal granted', { exact: true })).toBeVisible();
  expect(answers.map(({ body }) => body)).toEqual([
    { outcome: 'granted', sentence: 'Heard again, it counts.' },
  ]);
});

const pia: UserEntry = { ...aUserEntry, displayName: 'Pia', username: 'pia', email: 'pia@example.org' };
const otto: UserEntry = { ...pia, id: '00000000-0000-4000-8000-0000000000a2', displayName: 'Otto' };

function answerUsers() {
  answerCall(api.admin.listUsers, ({ query: { search = '' } }) => ({
    items: [pia, otto].filter(({ displayName }) => displayName.toLowerCase().startsWith(search)),
    nextCursor: null,
  }));
  let record = { ...aUserRecord, ...pia };
  answerCall(api.admin.readUser, () => record);
  return answerCall(api.admin.setSuspension, ({ body }) => {
    record = { ...record, suspendedAt: at, suspensionReason: body.reason };
    return { suspendedAt: at };
  });
}

test('a user is found, suspended, and their activity filtered by keyboard alone', async () => {
  const suspended = answerUsers();
  const asked = answerCall(api.admin.listActivity, () => none);
  await show(<AdminPage />, '/app/admin?tab=users', AppFrame);
  await expect.element(page.getByRole('link', { name: 'Otto' })).toBeVisible();
  await tabTo(page.getByRole('searchbox', { name: 'Search name or email' }));
  await keys('pia');
  await expect.element(page.getByRole('link', { name: 'Otto' })).not.toBeInTheDocument();
  await tabTo(page.getByRole('link', { name: 'Pia' }));
  await keys('{Enter}');
  await tabTo(page.getByRole('button', { name: 'Suspend' }));
  await keys('{Enter}');
  await expect.element(page.getByLabelText('Reason, emailed to them')).toHaveFocus();
  await keys('Two accounts of one person.{Tab}{Tab}{Enter}');
  await expect.element(page.getByText('Two accounts of one person.')).toBeVisible();
  expect(suspended.map(({ params, body }) => ({ ...params, ...body }))).toEqual([
    { userId: pia.id, suspended: true, reason: 'Two accounts of one person.' },
  ]);

  await tabTo(page.getByRole('link', { name: 'Activity of this user' }));
  await keys('{Enter}');
  await tabTo(page.getByRole('button', { name: /Everything/ }));
  await keys('{Enter}');
  await expect.element(page.getByRole('listbox')).toBeVisible();
  await keys('User sus{Enter}');
  await expect.element(page.getByRole('button', { name: /User suspended/ })).toBeVisible();
  await expect.poll(() => asked.at(-1)?.query).toMatchObject({ event: 'user_suspended', about: pia.id });
});

const read = (place: number, status: 'approved' | 'pending' = 'approved') => ({
  id: reviewToDecide(place).id,
  trackTitle: `Track ${place}`,
  artistName: 'Bea',
  genre: 'metal',
  rating: 4,
  comment: 'The drums carry it.',
  prompts: { worked: null, didNotWork: null, toChange: null },
  notes: [],
  status,
  rules: place === 2 ? ['typing'] : [],
  heardSeconds: 60,
  trackSeconds: 200,
  createdAt: at,
});

test('a first payout is read and approved by keyboard alone, not by a second press of the key that opens it', async () => {
  const payout = waitingPayout(1, { isFirst: true, isUnread: true });
  answerCall(api.admin.listPendingPayouts, () => ({ items: [payout], nextCursor: null, oldest: null }));
  answerCall(api.admin.readPayout, () => ({
    reviews: [read(1), read(2), read(3)],
    paidReviews: 34,
    pressedReviews: 0,
    foundNothing: 0,
  }));
  const approved = answerCall(api.admin.decidePayout, () => ({
    id: payout.id,
    status: 'completed' as const,
    processedAt: null,
    completesAt: at,
  }));
  await show(<AdminPage />, '/app/admin', AppFrame);
  await expect.element(page.getByRole('row').filter({ hasText: 'Lee 1' })).toBeVisible();
  await keys('ja');
  const dialog = page.getByRole('dialog', { name: '$5.01 for Lee 1' });
  await expect.element(dialog.getByText('Track 3')).toBeVisible();
  await expect.element(dialog.getByText('Flagged: Typing')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Approve' })).toBeInViewport();
  await keys('aa');
  expect(approved).toHaveLength(0);
  await new Promise((resolve) => setTimeout(resolve, 1200));
  await keys('a');
  await expect.poll(() => approved.length).toBe(1);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a reading is recorded, undone, and recorded otherwise by keyboard alone', async () => {
  const spot = {
    id: '00000000-0000-4000-8000-0000000000e1',
    kind: 'spot' as const,
    listenerId: '00000000-0000-4000-8000-0000000000d1',
    listenerName: 'Otis',
    review: read(1),
    until: null,
    isOwn: false,
  };
  let isRead = false;
  answerCall(api.admin.listReadings, () => ({ items: isRead ? [] : [spot], nextCursor: null }));
  const readings = answerCall(api.admin.decideReadings, ({ body: { outcome } }) => {
    isRead = outcome !== 'unread';
    return { outcomes: [{ id: spot.id, outcome: 'done' as const }] };
  });
  await show(<AdminPage />, '/app/admin?tab=reviews&view=read', AppFrame);
  await expect.element(page.getByText('Spot check', { exact: true })).toBeVisible();
  // The keys that are listed work here: nothing is selected among what is to be read.
  await expect.element(page.getByText('select', { exact: true })).not.toBeInTheDocument();
  const nothing = page.getByText('Nothing to read');
  await keys('jr');
  await expect.element(nothing).toBeVisible();
  await keys('u');
  await expect.element(nothing).not.toBeInTheDocument();
  await keys('ja');
  await expect.element(nothing).toBeVisible();
  expect(readings.map(({ body: { outcome } }) => outcome)).toEqual(['nothing', 'unread', 'something']);
});
