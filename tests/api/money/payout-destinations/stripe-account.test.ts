import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { stripeTransfers } from '#server/adapters/payments/stripe-transfers.ts';
import { PayoutOwner } from '#tests/support/people/payout-owner.ts';
import { toldProvider } from '#tests/support/people/payouts.ts';
import { connectSecret, StripeConnectStandIn } from '#tests/support/stand-ins/stripe-connect-stand-in.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';

let stripe: StripeConnectStandIn;
let earshot: Earshot;
let me: PayoutOwner;

beforeAll(async () => {
  stripe = new StripeConnectStandIn();
  const provider = stripeTransfers({
    secretKey: 'sk_test_made_up',
    webhookSecrets: [connectSecret],
    platformCountry: 'US',
    countries: new Map([
      ['DE', cents(100)],
      ['BO', cents(3500)],
    ]),
    leastTransferCents: cents(2000),
    server: await stripe.listen(),
  });
  earshot = await startEarshot({}, { transferProviders: [provider] });
});
beforeEach(async () => {
  stripe.manner = () => 'good';
  me = await PayoutOwner.join(earshot, toldProvider());
});
afterAll(async () => {
  await earshot.close();
  await stripe.close();
});

const account = () => me.listener.call(api.payoutDestinations.readDestinationAccount, {});
const link = () => me.listener.call(api.payoutDestinations.openDestinationOnboarding, { body: {} });
const give = (country = 'DE') => me.give({ country, destination: { method: 'stripe' } });

/** The account at Stripe that was made last. */
const newest = () => [...stripe.accounts.values()].at(-1) ?? expect.fail('Stripe has no account.');
const answerEverything = () => Object.assign(newest(), { payable: true, due: [], disabledReason: null });

test('without an account at a payment service its status and link are not found', async () => {
  expect((await account()).code).toBe('not_found');
  expect((await link()).code).toBe('not_found');
});

test('while Stripe is down, status, link and confirmation return unavailable', async () => {
  await give();
  stripe.manner = () => 'lost_before';
  expect((await account()).code).toBe('provider_unavailable');
  expect((await link()).code).toBe('provider_unavailable');
  expect((await me.confirm()).code).toBe('provider_unavailable');
});

test('a listener sees what Stripe needs before requesting a payout, and can confirm once it is answered', async () => {
  await give();
  expect((await account()).answer).toEqual({
    state: 'asked',
    sentence: 'Stripe needs more details from you before it can pay you.',
    asks: ['A bank account or debit card for your payouts.', 'Your date of birth.'],
  });
  expect((await link()).answer?.url).toBe(`https://connect.stripe.example/${newest().id}`);
  expect((await me.confirm()).code).toBe('payee_not_ready');
  answerEverything();
  expect((await account()).answer).toEqual({ state: 'ready', sentence: null, asks: [] });
  expect((await me.confirm()).status).toBe(200);
});

test('details that Stripe needs later are shown too, and the account can still be opened', async () => {
  await give();
  answerEverything();
  await me.confirm();
  expect((await link()).answer?.url).toBe(`https://connect.stripe.example/express/${newest().id}`);
  Object.assign(newest(), { payable: false, due: ['individual.id_number'] });
  expect((await account()).answer).toMatchObject({
    state: 'asked',
    asks: ['A tax or identity number.'],
  });
  expect((await link()).answer?.url).toBe(`https://connect.stripe.example/${newest().id}`);
});

test('a closed account is shown as closed', async () => {
  await give();
  stripe.accounts.delete(newest().id);
  expect((await account()).answer).toMatchObject({ state: 'gone', asks: [] });
});

test('the amount from which Stripe sends to a country is shown first, and a request below it is accepted', async () => {
  const offers = await me.listener.get(api.payoutDestinations.listDestinationOffers, {
    query: { country: 'BO' },
  });
  expect(offers.offers).toMatchObject([{ method: 'stripe', sendsFromCents: 3500 }]);
  await give('BO');
  answerEverything();
  await me.confirm();
  expect((await me.listener.get(api.payoutDestinations.readDestination, {})).sendsFromCents).toBe(3500);
  await me.request();
  expect(await me.listener.get(api.wallet.readWallet, {})).toMatchObject({ pendingCents: 510 });
});
