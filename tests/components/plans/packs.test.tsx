import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import type { SoldPack } from '#contract/operation/admin/admin-billing.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { PacksList } from '#web/operation/admin/subscriptions/payments.tsx';
import { BoughtPacks } from '#web/plans/bought-packs.tsx';

const paidAt = '2026-11-20T10:00:00.000Z';
const until = '2026-12-04T10:00:00.000Z';

test('an artist sees the packs they bought and what became of their money', async () => {
  answerCall(api.subscriptions.listBoughtPacks, () => [
    { pack: 'twenty', paidAt, amountCents: cents(1600), state: 'paid' } as const,
    { pack: 'ten', paidAt: until, amountCents: cents(900), state: 'refunded' } as const,
  ]);
  await show(<BoughtPacks />);
  await expect.element(page.getByText('20 reviews for $16.00, Fri, Nov 20.')).toBeVisible();
  await expect.element(page.getByText('10 reviews for $9.00, Fri, Dec 4. It was refunded.')).toBeVisible();
});

test('an admin refunds a pack, and is told why one cannot be refunded', async () => {
  signInAs({ role: 'admin' });
  const id = '00000000-0000-4000-8000-0000000000a1';
  const sold: SoldPack = {
    id,
    user: { id, displayName: 'Bea' },
    pack: 'ten',
    paidAt,
    amountCents: cents(900),
    refundedCents: cents(0),
    currency: 'usd',
    refundableUntil: until,
    refund: null,
  };
  answerCall(api.admin.listPacks, () => ({ items: [sold], nextCursor: null }));
  answerCall(api.admin.refundPack, () => refused('pack_used', {}));
  await show(<PacksList />, '/app/admin');
  await page.getByRole('button', { name: 'Refund Bea' }).click();
  await expect.element(page.getByRole('alertdialog', { name: 'Refund $9.00 to Bea?' })).toBeVisible();
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect
    .element(page.getByText('Some of this pack was used, so it can’t be refunded here.'))
    .toBeVisible();
});
