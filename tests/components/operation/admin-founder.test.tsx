import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { FounderFigures } from '#contract/operation/admin/founder.ts';
import { show } from '#tests/support/screens/component-frame.tsx';
import { answerCall } from '#tests/support/stand-ins/api-stand-in.ts';
import { FounderTab } from '#web/operation/admin/founder/founder-tab.tsx';

const day = (index: number) => new Date(Date.UTC(2026, 2, 1 + index)).toISOString().slice(0, 10);
const dayCount = 14;
const days = (places: (index: number) => number, approved: (index: number) => number) =>
  Array.from({ length: dayCount }, (_, index) => ({
    day: day(index),
    places: places(index),
    approved: approved(index),
  }));
const userId = '00000000-0000-4000-8000-0000000000a1';
const margin = (received: number, rewards: number, most: number) => ({
  receivedCents: cents(received),
  rewardCents: cents(rewards),
  mostCents: cents(most),
});

const empty: FounderFigures = {
  plans: {
    paidCents: cents(0),
    feeCents: cents(0),
    refundCents: cents(0),
    disputeCents: cents(0),
    receivedCents: cents(0),
  },
  owed: {
    availableCents: cents(0),
    pendingCents: cents(0),
    onTheWayCents: cents(0),
    owedBackCents: cents(0),
  },
  payoutCostCents: cents(0),
  open: { places: 0, pendingReviews: 0, mostCents: cents(0) },
  bySold: [],
  byArtist: [],
  days: days(
    () => 0,
    () => 0,
  ),
  listeners: 0,
  reviewsPerListener: null,
  daysToFill: null,
  sentReviews: 0,
  doubts: [],
  oldestPayout: null,
};

const waitingList = (waiting: number) => ({
  listenersWait: waiting > 0,
  waiting,
  longestSince: waiting > 0 ? '2026-03-12T10:00:00Z' : null,
});

const full: FounderFigures = {
  plans: {
    paidCents: cents(1_234_500),
    feeCents: cents(-41_200),
    refundCents: cents(-2_900),
    disputeCents: cents(-4_900),
    receivedCents: cents(1_185_500),
  },
  owed: {
    availableCents: cents(210_315),
    pendingCents: cents(34_500),
    onTheWayCents: cents(51_000),
    owedBackCents: cents(-45),
  },
  payoutCostCents: cents(-1_250),
  open: { places: 612, pendingReviews: 48, mostCents: cents(12_960) },
  bySold: [
    { sold: 'icon', artists: 3, ...margin(0, 1_845, 4_320) },
    { sold: 'basic', artists: 25, ...margin(69_650, 5_820, 12_000) },
    { sold: 'pro', artists: 9, ...margin(42_660, 12_105, 21_600) },
    { sold: 'pack', artists: 4, ...margin(3_000, 450, 1_200) },
    { sold: 'unlimited', artists: 2, ...margin(19_130, 6_200, 9_600) },
  ],
  byArtist: [
    { userId, displayName: 'Sectoid', sold: 'icon', ...margin(0, 1_095, 1_440) },
    {
      userId: '00000000-0000-4000-8000-0000000000a2',
      displayName: 'A band with a very long name that goes on and on',
      sold: 'basic',
      ...margin(2_786, 480, 480),
    },
  ],
  days: days(
    (index) => 20 + ((index * 37) % 50),
    (index) => 25 + ((index * 23) % 40),
  ),
  listeners: 150,
  reviewsPerListener: 4.27,
  daysToFill: 3.4,
  sentReviews: 1_204,
  doubts: [
    { rule: 'near_equal', reviews: 31 },
    { rule: 'word_order', reviews: 7 },
  ],
  oldestPayout: { userId, displayName: 'Lee Listener', createdAt: '2026-03-12T10:00:00Z' },
};

beforeEach(() => answerCall(api.admin.readWaitingList, () => waitingList(0)));

test('the founder’s page starts with money received, money owed, and what listeners may still earn', async () => {
  answerCall(api.admin.readFounderFigures, () => full);
  await show(<FounderTab />, '/app/admin');
  await expect
    .element(
      page.getByText('We received $11,855.00. We owe $2,958.15, and listeners may still earn $129.60.'),
    )
    .toBeVisible();
  const plans = page.getByRole('table', { name: 'Current periods and packs' });
  await expect.element(plans.getByRole('row', { name: /^Indie 25 .*\$576\.50$/ })).toBeVisible();
  await expect.element(plans.getByRole('row', { name: /^Packs 4 / })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /^Near-equal text .*2\.6%$/ })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Lee Listener' }))
    .toHaveAttribute('href', `/app/admin?tab=users&user=${userId}`);
});

test('the founder’s page of a new platform says that there are no figures yet', async () => {
  answerCall(api.admin.readFounderFigures, () => empty);
  await show(<FounderTab />, '/app/admin');
  await expect.element(page.getByText('Nothing received yet, and nothing owed.')).toBeVisible();
  await expect.element(page.getByText('No plan or pack is active.')).toBeVisible();
  await expect.element(page.getByText('No reviews were sent in the last 14 days.')).toBeVisible();
});

test('sample accounts count only while the switch is on', async () => {
  answerCall(api.admin.readFounderFigures, ({ query }) => (query.samples === 'with' ? full : empty));
  await show(<FounderTab />, '/app/admin');
  await expect.element(page.getByText(/^We received \$0\.00\./)).toBeVisible();
  await page.getByText('With samples').click();
  await expect.element(page.getByText(/^We received \$11,855\.00\./)).toBeVisible();
  await expect.element(page.getByText('The samples’ money isn’t real.')).toBeVisible();
  await page.getByText('With samples').click();
  await expect.element(page.getByText(/^We received \$0\.00\./)).toBeVisible();
});

test('an admin turns on the waiting list and lets in a number of listeners', async () => {
  answerCall(api.admin.readFounderFigures, () => empty);
  answerCall(api.admin.readWaitingList, () => waitingList(14));
  const letIn = answerCall(api.admin.letListenersIn, ({ body }) => ({
    letIn: body.count,
    list: waitingList(14 - body.count),
  }));
  await show(<FounderTab />, '/app/admin');
  await expect.element(page.getByRole('switch', { name: 'New listeners wait' })).toBeChecked();
  await expect.element(page.getByText(/^14 listeners are waiting/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Let in' })).toBeDisabled();
  await page.getByLabelText('How many').fill('5');
  await page.getByRole('button', { name: 'Let in' }).click();
  await expect.element(page.getByText(/^9 listeners are waiting/)).toBeVisible();
  expect(letIn).toHaveLength(1);
});
