import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import type { DirectProvider, TransferOrder } from '#server/adapters/payments/payout-service.ts';
import { handledTransferEvents } from '#server/adapters/payments/stripe-transfer-notices.ts';
import { stripeTransfers } from '#server/adapters/payments/stripe-transfers.ts';
import { connectSecret, StripeConnectStandIn } from '#tests/support/stand-ins/stripe-connect-stand-in.ts';
import { event } from '#tests/support/stand-ins/stripe-stand-in.ts';

let stripe: StripeConnectStandIn;
let provider: DirectProvider;

beforeAll(async () => {
  stripe = new StripeConnectStandIn();
  provider = stripeTransfers({
    secretKey: 'sk_test_made_up',
    webhookSecrets: [connectSecret, 'whsec_of_the_platform'],
    platformCountry: 'US',
    countries: new Map([
      ['US', cents(100)],
      ['DE', cents(100)],
      ['BO', cents(3500)],
    ]),
    leastTransferCents: cents(2000),
    server: await stripe.listen(),
  });
});
afterAll(() => stripe.close());
beforeEach(() => {
  stripe.manner = () => 'good';
  stripe.balance = 1_000_000;
  stripe.transfers.clear();
  stripe.asked.length = 0;
});

const anOrder = (accountId: string, more: Partial<TransferOrder> = {}): TransferOrder => ({
  payoutId: randomUUID(),
  amountCents: cents(765),
  destination: { method: 'stripe', accountId },
  country: 'US',
  legalName: 'Ada Lovelace',
  reference: 'Earshot payout',
  approvedAt: new Date(),
  ...more,
});
const questionOf = ({ payoutId, destination }: TransferOrder, providerId: string | null = null) => ({
  payoutId,
  providerId,
  destination,
});
const idOf = (outcome: Awaited<ReturnType<DirectProvider['send']>>): string =>
  outcome.kind === 'accepted' ? outcome.providerId : '';
const transfersOf = ({ payoutId }: TransferOrder) =>
  [...stripe.transfers.values()].filter(({ group }) => group === payoutId);

test('an account abroad is created under the recipient agreement, one at home is not', async () => {
  const begin = provider.onboarding?.begin;
  const abroad = await begin?.({ payeeId: randomUUID(), country: 'DE', email: 'ada@example.org' });
  const home = await begin?.({ payeeId: randomUUID(), country: 'US', email: 'bob@example.org' });
  const fieldsOf = (id = '') => stripe.accounts.get(id)?.fields ?? {};
  expect(fieldsOf(abroad?.accountId)).toMatchObject({
    type: 'express',
    country: 'DE',
    'tos_acceptance[service_agreement]': 'recipient',
    'capabilities[transfers][requested]': 'true',
    'settings[payouts][schedule][interval]': 'daily',
  });
  expect(fieldsOf(home?.accountId)).not.toHaveProperty('tos_acceptance[service_agreement]');
});

test('starting twice for one destination creates one account', async () => {
  const payee = { payeeId: randomUUID(), country: 'DE', email: 'ada@example.org' };
  const first = await provider.onboarding?.begin(payee);
  expect(await provider.onboarding?.begin(payee)).toEqual(first);
});

test('the link opens Stripe’s questions, or the account once they are answered', async () => {
  const link = (accountId: string) =>
    provider.onboarding?.link(accountId, 'https://earshot.example/app/wallet');
  const asked = stripe.addAccount({ due: ['individual.dob.day'] });
  expect(await link(asked)).toBe(`https://connect.stripe.example/${asked}`);
  const answered = stripe.addAccount();
  expect(await link(answered)).toBe(`https://connect.stripe.example/express/${answered}`);
});

test('open questions from Stripe are shown as sentences, each once', async () => {
  const { accountId } = (await provider.onboarding?.begin({
    payeeId: randomUUID(),
    country: 'DE',
    email: 'a@b.example',
  })) ?? {
    accountId: '',
  };
  expect(await provider.onboarding?.read(accountId)).toEqual({
    kind: 'asked',
    sentence: 'Stripe needs more details from you before it can pay you.',
    asks: ['A bank account or debit card for your payouts.', 'Your date of birth.'],
  });
});

test('an account without open questions is ready, and a deleted one is gone', async () => {
  expect(await provider.onboarding?.read(stripe.addAccount())).toEqual({ kind: 'ready' });
  expect(await provider.onboarding?.read('acct_deleted')).toEqual({ kind: 'gone' });
});

test('a manual payout schedule, which would leave money at Stripe, is set back to daily', async () => {
  const accountId = stripe.addAccount({ interval: 'manual' });
  await provider.onboarding?.read(accountId);
  expect(stripe.accounts.get(accountId)?.interval).toBe('daily');
  const other = stripe.addAccount({ interval: 'manual' });
  expect(await provider.send(anOrder(other))).toMatchObject({ kind: 'accepted' });
  expect(stripe.accounts.get(other)?.interval).toBe('daily');
});

test('Stripe’s requirements are known by country before anything is requested', () => {
  expect(provider.sendsFrom?.get('US')).toBe(2000);
  expect(provider.sendsFrom?.get('BO')).toBe(3500);
  expect(provider.requirements('US')?.asks).not.toEqual(provider.requirements('DE')?.asks);
  expect(provider.requirements('KP')).toBeNull();
});

test('an order makes one transfer, however often it is sent', async () => {
  const order = anOrder(stripe.addAccount());
  const first = await provider.send(order);
  expect(first).toEqual({ kind: 'accepted', providerId: expect.stringMatching(/^tr_/) });
  expect(await provider.send(order)).toEqual(first);
  expect(transfersOf(order)).toMatchObject([{ amount: 765, metadata: { payout_id: order.payoutId } }]);
});

test.each([
  ['lost_before', 0],
  ['lost_after', 1],
  ['error_before', 0],
  ['error_after', 1],
  ['wrong', 1],
] as const)(
  'a response that is %s leaves the payout unknown until it is found by its group or was never received',
  async (manner, made) => {
    const order = anOrder(stripe.addAccount());
    stripe.manner = (call) => (call === 'POST /v1/transfers' ? manner : 'good');
    expect(await provider.send(order)).toEqual({ kind: 'unknown' });
    stripe.manner = () => 'good';
    expect(transfersOf(order)).toHaveLength(made);
    expect(await provider.ask(questionOf(order))).toEqual(
      made === 0 ? { kind: 'never_received' } : { kind: 'sending', providerId: transfersOf(order)[0]?.id },
    );
    // Under the same key it may be sent again.
    await provider.send(order);
    expect(transfersOf(order)).toHaveLength(1);
  },
  30_000,
);

test('a transfer is found after its idempotency key expired, so it is not sent again', async () => {
  const order = anOrder(stripe.addAccount());
  stripe.manner = (call) => (call === 'POST /v1/transfers' ? 'lost_after' : 'good');
  await provider.send(order);
  stripe.manner = () => 'good';
  stripe.forgetKeys();
  expect(await provider.ask(questionOf(order))).toMatchObject({ kind: 'sending' });
});

test('a missing account is rejected permanently, so it can be unlinked', async () => {
  expect(await provider.send(anOrder('acct_deleted'))).toMatchObject({ kind: 'refused', isDead: true });
});

test('an account that Stripe cannot pay out gets no transfer, because the money would stay there', async () => {
  const accountId = stripe.addAccount({
    payable: false,
    due: ['individual.address.city'],
    disabledReason: 'requirements.past_due',
  });
  const order = anOrder(accountId);
  expect(await provider.send(order)).toEqual({
    kind: 'refused',
    reason: 'Stripe needs more details from you before it can pay you.',
  });
  expect(transfersOf(order)).toEqual([]);
});

test('an empty balance sends nothing and uses no key: once funded, the same payout succeeds', async () => {
  const order = anOrder(stripe.addAccount());
  stripe.balance = 764;
  expect(await provider.send(order)).toEqual({ kind: 'unknown' });
  expect(await provider.ask(questionOf(order))).toEqual({ kind: 'never_received' });
  stripe.balance = 765;
  expect(await provider.send(order)).toMatchObject({ kind: 'accepted' });
});

test('a transfer counts as paid once Stripe has paid it to the bank', async () => {
  const accountId = stripe.addAccount();
  const order = anOrder(accountId);
  const providerId = idOf(await provider.send(order));
  const question = questionOf(order, providerId);
  expect(await provider.ask(question)).toEqual({ kind: 'sending', providerId });
  const payout = stripe.payOut(accountId, 'in_transit') ?? '';
  expect(await provider.ask(question)).toEqual({ kind: 'sending', providerId });
  Object.assign(stripe.payouts.get(payout) ?? {}, { status: 'paid' });
  expect(await provider.ask(question)).toEqual({ kind: 'paid', providerId });
});

test('Stripe’s fee for a transfer is reported as its cost, even before its response arrives', async () => {
  stripe.transferFee = 25;
  const order = anOrder(stripe.addAccount());
  const providerId = idOf(await provider.send(order));
  expect(await provider.ask(questionOf(order))).toMatchObject({ kind: 'sending', costCents: 25 });
  stripe.transferFee = 0;
  expect(await provider.ask(questionOf(order, providerId))).not.toHaveProperty('costCents');
});

test('a transfer refused by the bank is reversed once, and then fails with the bank’s reason', async () => {
  const accountId = stripe.addAccount();
  const order = anOrder(accountId);
  const providerId = idOf(await provider.send(order));
  const before = stripe.balance;
  stripe.payOut(accountId, 'failed', 'no_account');
  const failed = {
    kind: 'failed',
    reason: expect.stringMatching(/^Your bank found no account with this number\./),
  };
  expect(await provider.ask(questionOf(order, providerId))).toEqual(failed);
  expect(await provider.ask(questionOf(order, providerId))).toEqual(failed);
  expect(stripe.balance).toBe(before + 765);
});

test('until the money is reversed, the payout has not failed', async () => {
  const accountId = stripe.addAccount();
  const order = anOrder(accountId);
  const providerId = idOf(await provider.send(order));
  stripe.payOut(accountId, 'failed');
  stripe.manner = (call) => (call.endsWith('/reversals') ? 'error_before' : 'good');
  expect(await provider.ask(questionOf(order, providerId))).toEqual({ kind: 'unknown' });
  stripe.manner = () => 'good';
  expect(await provider.ask(questionOf(order, providerId))).toMatchObject({ kind: 'failed' });
});

test('a payment that fails days after it was paid then counts as failed', async () => {
  const accountId = stripe.addAccount();
  const order = anOrder(accountId);
  const question = questionOf(order, idOf(await provider.send(order)));
  const payout = stripe.payOut(accountId) ?? '';
  expect(await provider.ask(question)).toMatchObject({ kind: 'paid' });
  stripe.failPayout(payout);
  expect(await provider.ask(question)).toMatchObject({ kind: 'failed' });
});

test('a payment to a bank lists its transfers', async () => {
  const accountId = stripe.addAccount();
  const sent = [idOf(await provider.send(anOrder(accountId))), idOf(await provider.send(anOrder(accountId)))];
  const bankPaymentId = stripe.payOut(accountId) ?? '';
  expect(new Set(await provider.transfersIn?.({ accountId, bankPaymentId }))).toEqual(new Set(sent));
});

const read = (payload: string, headers: Record<string, string>) =>
  provider.readNotice?.(Buffer.from(payload), headers);

test('a notice names what to check, and is accepted with the secret of either endpoint', async () => {
  const accountId = stripe.addAccount();
  await provider.send(anOrder(accountId));
  const payout = stripe.payOut(accountId) ?? '';
  const paid = stripe.payoutNotice(payout);
  expect(await read(paid, stripe.sign(paid))).toMatchObject({
    kind: 'payout.paid',
    accountId,
    bankPaymentId: payout,
  });
  const reversed = event('transfer.reversed', { id: 'tr_1' });
  expect(await read(reversed, stripe.sign(reversed, 'whsec_of_the_platform'))).toMatchObject({
    transferId: 'tr_1',
  });
  const updated = event('account.updated', { id: accountId }, { account: accountId });
  expect(await read(updated, stripe.sign(updated))).toMatchObject({ kind: 'account.updated', accountId });
  const left = event('account.application.deauthorized', { id: 'ca_1' }, { account: accountId });
  expect(await read(left, stripe.sign(left))).toMatchObject({ accountId });
});

test('a notice with a wrong signature or irrelevant content changes nothing', async () => {
  const notice = event('payout.paid', { id: 'po_1' }, { account: 'acct_1' });
  expect(await read(notice, stripe.sign(notice, 'whsec_of_somebody'))).toBeUndefined();
  expect(await read(notice, {})).toBeUndefined();
  expect(await read(`${notice} `, stripe.sign(notice))).toBeUndefined();
  for (const useless of [
    event('charge.refunded', { id: 'ch_1' }),
    event('payout.paid', { id: 'po_1' }),
    event('transfer.reversed', {}),
  ]) {
    expect(await read(useless, stripe.sign(useless))).toMatchObject({ ignored: expect.any(String) });
  }
});

test('the operator’s guide lists the handled events', () => {
  const guide = readFileSync('docs/operations.md', 'utf8');
  expect(handledTransferEvents.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});
