import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { stripeTransfers } from '#server/adapters/payments/stripe-transfers.ts';
import { destinationMark, sealDestination } from '#server/money/payout-destinations/destination-secret.ts';
import { sendPayouts } from '#server/money/payout-transfers/send-payouts.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import { connectSecret, StripeConnectStandIn } from '#tests/support/stand-ins/stripe-connect-stand-in.ts';
import { event } from '#tests/support/stand-ins/stripe-stand-in.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let stripe: StripeConnectStandIn;
let earshot: Earshot;
let admin: ApiUser;

beforeAll(async () => {
  stripe = new StripeConnectStandIn();
  const provider = stripeTransfers({
    secretKey: 'sk_test_made_up',
    webhookSecrets: [connectSecret],
    platformCountry: 'US',
    countries: new Map(),
    leastTransferCents: cents(0),
    server: await stripe.listen(),
  });
  earshot = await startEarshot({ RATE_LIMITS: 'transfer=1000/1' }, { transferProviders: [provider] });
  admin = await earshot.signIn({ admin: true });
});
beforeEach(() => {
  stripe.manner = () => 'good';
});
afterAll(async () => {
  await earshot.close();
  await stripe.close();
});

interface Sent {
  readonly listener: ApiUser;
  readonly payoutId: string;
  readonly accountId: string;
}

/** An approved payout of $5.10 that was sent to a Stripe account. */
async function aSentPayout(): Promise<Sent> {
  const listener = await earshot.signIn({ userType: 'listener' });
  const accountId = stripe.addAccount();
  const destination = { method: 'stripe', accountId } as const;
  const payeeId = randomUUID();
  const { ownerDatabase } = earshot.testDatabase;
  await earnedBy(earshot, listener.userId, 34);
  await sql(
    ownerDatabase,
    `insert into payees (id, user_id, method, country, details_encrypted, destination_mark, masked, created_at, confirmed_at)
     values ($1, $2, 'stripe', 'US', $3, $4, 'Stripe', now() - interval '9 days', now() - interval '8 days')`,
    [
      payeeId,
      listener.userId,
      sealDestination(earshot.deps.keys, payeeId, { destination, legalName: 'Ada Lovelace' }),
      destinationMark(earshot.deps.keys, destination),
    ],
  );
  const { id: payoutId } = await listener.get(api.wallet.requestPayout, {
    body: {},
    idempotencyKey: randomUUID(),
  });
  await sql(ownerDatabase, "select ledger.decide_payout($1, $2, 'completed', null)", [
    payoutId,
    admin.userId,
  ]);
  await sendPayouts(earshot.deps);
  return { listener, payoutId, accountId };
}

const stateOf = async ({ payoutId }: Sent) => {
  const row = await sqlRow(
    earshot.testDatabase.ownerDatabase,
    `select travel.transfer, travel.reason, request.status from payout_transfers travel
       join payout_requests request on request.id = travel.payout_id where travel.payout_id = $1`,
    [payoutId],
  );
  return [row.transfer, row.status];
};
const available = async ({ listener }: Sent) =>
  (await listener.get(api.wallet.readWallet, {})).availableCents;

async function notify(payload: string, headers = stripe.sign(payload)): Promise<number> {
  const { status } = await earshot.nobody.fetch('/api/payouts/webhook', {
    method: 'POST',
    body: payload,
    headers,
  });
  await earshot.runJobs();
  return status;
}

test('a sent payout is paid once Stripe says it reached the bank, even if it says so twice', async () => {
  const sent = await aSentPayout();
  expect(await stateOf(sent)).toEqual(['sending', 'completed']);
  const notice = stripe.payoutNotice(stripe.payOut(sent.accountId) ?? '');
  expect(await notify(notice)).toBe(200);
  expect(await notify(notice)).toBe(200);
  expect(await stateOf(sent)).toEqual(['paid', 'completed']);
  expect(await available(sent)).toBe(0);
});

test('a notice that contradicts Stripe’s actual state changes nothing', async () => {
  const sent = await aSentPayout();
  const payout = stripe.payOut(sent.accountId, 'in_transit') ?? '';
  await notify(event('payout.paid', { id: payout }, { account: sent.accountId }));
  expect((await stateOf(sent))[0]).toBe('sending');
  await notify(event('transfer.reversed', { id: [...stripe.transfers.keys()].at(-1) }));
  expect((await stateOf(sent))[0]).toBe('sending');
});

test('a payout returned by the bank days later goes back to the wallet with its reason, once', async () => {
  const sent = await aSentPayout();
  const payout = stripe.payOut(sent.accountId) ?? '';
  await notify(stripe.payoutNotice(payout));
  stripe.failPayout(payout, 'no_account');
  await notify(stripe.payoutNotice(payout));
  await notify(stripe.payoutNotice(payout));
  expect((await stateOf(sent))[0]).toBe('failed');
  expect(await available(sent)).toBe(510);
});

test('out-of-order notices end in the current state', async () => {
  const sent = await aSentPayout();
  const payout = stripe.payOut(sent.accountId) ?? '';
  const paid = stripe.payoutNotice(payout);
  stripe.failPayout(payout, 'no_account');
  await notify(stripe.payoutNotice(payout));
  await notify(paid);
  expect((await stateOf(sent))[0]).toBe('failed');
  expect(await available(sent)).toBe(510);
});

test('a job catches up on a notice that arrived while Stripe was down', async () => {
  const sent = await aSentPayout();
  const payload = stripe.payoutNotice(stripe.payOut(sent.accountId) ?? '');
  stripe.manner = () => 'error_before';
  expect(await notify(payload)).toBe(200);
  expect((await stateOf(sent))[0]).toBe('sending');
  stripe.manner = () => 'good';
  await sql(earshot.testDatabase.ownerDatabase, 'update graphile_worker._private_jobs set run_at = now()');
  await earshot.runJobs();
  expect((await stateOf(sent))[0]).toBe('paid');
});

test('an account disconnected by its owner is unlinked, and the listener is notified', async () => {
  const sent = await aSentPayout();
  stripe.accounts.delete(sent.accountId);
  await notify(event('account.application.deauthorized', { id: 'ca_1' }, { account: sent.accountId }));
  const { withdrawn } = await sqlRow(
    earshot.testDatabase.ownerDatabase,
    'select withdrawn_at is not null as withdrawn from payees where user_id = $1',
    [sent.listener.userId],
  );
  expect(withdrawn).toBe(true);
});

test('an account that only needs more details stays linked', async () => {
  const sent = await aSentPayout();
  await notify(event('account.updated', { id: sent.accountId }, { account: sent.accountId }));
  const { withdrawn } = await sqlRow(
    earshot.testDatabase.ownerDatabase,
    'select withdrawn_at is not null as withdrawn from payees where user_id = $1',
    [sent.listener.userId],
  );
  expect(withdrawn).toBe(false);
});

test('an unsigned notice is rejected without a call to Stripe', async () => {
  const sent = await aSentPayout();
  const payload = stripe.payoutNotice(stripe.payOut(sent.accountId) ?? '');
  stripe.asked.length = 0;
  expect(await notify(payload, { 'content-type': 'application/json' })).toBe(400);
  expect(await notify(payload, stripe.sign(payload, 'whsec_of_somebody'))).toBe(400);
  expect(stripe.asked).toEqual([]);
  expect((await stateOf(sent))[0]).toBe('sending');
});
