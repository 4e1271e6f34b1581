import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { SubscriptionEntry } from '#contract/operation/admin/admin-billing.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall } from '#tests/support/stand-ins/api-stand-in.ts';
import { SubscriptionsTab } from '#web/operation/admin/subscriptions/subscriptions-tab.tsx';

const at = '2026-03-02T10:00:00Z';

const entry: SubscriptionEntry = {
  userId: '00000000-0000-4000-8000-0000000000a1',
  displayName: 'Bea',
  plan: 'pro',
  state: 'active',
  pausedFor: null,
  endedFor: null,
  problem: null,
  startedAt: at,
  customerId: null,
  endsAt: null,
  periodEnd: at,
  paidCents: cents(4900),
  refundedCents: cents(0),
  currency: 'usd',
  refund: null,
  refundableUntil: null,
  subscriptionId: 'sub_1',
  priceId: 'price_1',
  lastNotice: 'invoice.paid',
  lastNoticeAt: at,
  pastDueSince: null,
};

afterEach(() => page.viewport(1280, 720));

test('at 200% zoom, Stripe’s ids and the last notice are under Details', async () => {
  signInAs({ role: 'admin' });
  answerCall(api.admin.readBilling, () => ({ testMode: false, prices: [], strays: [] }));
  answerCall(api.admin.listPacks, () => ({ items: [], nextCursor: null }));
  answerCall(api.admin.listReversals, () => ({ items: [], nextCursor: null }));
  answerCall(api.admin.listSubscriptions, () => ({
    items: [entry],
    nextCursor: null,
  }));
  await page.viewport(720, 450);
  await show(<SubscriptionsTab />, '/app/admin');
  await expect.element(page.getByRole('link', { name: 'Bea' })).toBeVisible();
  const shown = () => [...document.querySelectorAll('details dd')].map((part) => part.checkVisibility());
  expect(shown()).toEqual([false, false]);
  await page.getByText('Details', { exact: true }).click();
  await expect.poll(shown).toEqual([true, true]);
});
