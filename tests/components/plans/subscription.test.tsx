import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { emptyBalance, shownBalance, shownOffers } from '#tests/support/screens/shown-reviews.ts';
import { status } from '#tests/support/screens/shown-status.ts';
import { answerCall } from '#tests/support/stand-ins/api-stand-in.ts';
import { PlanCards } from '#web/landing/plan-cards.tsx';
import { SubscriptionPage } from '#web/plans/subscription-page.tsx';

let balance: typeof shownBalance;
let shownStatus: typeof status;
let offers: typeof shownOffers;
beforeEach(() => {
  signInAs({ userType: 'artist' });
  balance = shownBalance;
  shownStatus = status;
  offers = shownOffers;
  answerCall(api.subscriptions.checkSubscription, () => shownStatus);
  answerCall(api.balance.readReviewBalance, () => balance);
  answerCall(api.subscriptions.listBoughtPacks, () => []);
  answerCall(api.balance.forecastOffers, () => offers);
});

const open = (path = '/app/subscription') => show(<SubscriptionPage />, path);
const text = (words: string | RegExp) => page.getByText(words);
const card = (name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
const button = (name: string) => page.getByRole('button', { name });

test('each plan says before paying how many reviews it brings, at what price, which open at once and by when', async () => {
  await open();
  await expect.element(card('Indie').getByText('40 reviews a month, $0.73 each.')).toBeVisible();
  await expect
    .element(
      card('Indie').getByText(
        'With your first payment, you can use 20 reviews at once and the rest after 7 days.',
      ),
    )
    .toBeVisible();
  await expect.element(card('Indie').getByText('Your next track: 10 reviews by Fri, Dec 4.')).toBeVisible();
  await expect
    .element(
      card('Icon').getByText(
        'Your next track: 20 reviews in about 2 weeks at today’s pace, no date promised.',
      ),
    )
    .toBeVisible();
});

test('an artist who has paid before is not told about a first payment', async () => {
  offers = { ...shownOffers, opensAtOnce: null };
  await open();
  await expect.element(text('40 reviews a month, $0.73 each.')).toBeVisible();
  expect(text(/With your first payment/).query()).toBeNull();
});

test('an artist whose first payment is new is told when more reviews open, and no date for them', async () => {
  offers = { ...shownOffers, opensAtOnce: 0 };
  await open();
  const says = 'You can use the reviews it adds 7 days after your first payment.';
  await expect.element(card('Major').getByText(says)).toBeVisible();
  expect(text(/^Your next track/).query()).toBeNull();
});

test('a smaller plan, which starts with the next period, says nothing about the first payment', async () => {
  shownStatus = { ...status, plan: 'pro' };
  offers = { ...shownOffers, opensAtOnce: 0 };
  await open();
  await expect.element(card('Icon').getByText(/after your first payment/)).toBeVisible();
  expect(
    card('Indie')
      .getByText(/after your first payment/)
      .query(),
  ).toBeNull();
});

test('packs stand below the plans, and each can be bought', async () => {
  const bought = answerCall(api.subscriptions.createCheckout, () => ({ url: 'https://pay.example/twenty' }));
  vi.spyOn(window, 'open').mockReturnValue(null);
  balance = emptyBalance;
  await open();
  await expect.element(text('No reviews to give. Your next 40 come on Jun 27, 2099.')).toBeVisible();
  const twenty = card('20 reviews · $16');
  await expect.element(twenty.getByText('No subscription. One upload, valid 12 months.')).toBeVisible();
  await expect.element(twenty.getByText('$0.80 each, all usable at once.')).toBeVisible();
  await expect.element(twenty.getByText('20 reviews by Fri, Dec 4.')).toBeVisible();
  await button('Buy 20 reviews').click();
  await expect.poll(() => bought).toMatchObject([{ body: { priceId: 'price_twenty' } }]);
  const link = page.getByRole('link', { name: 'Open the checkout for 20 reviews' });
  await expect.element(link).toBeVisible();
  balance = { ...shownBalance, left: 20 };
  await expect.element(page.getByText('20 reviews to give', { exact: true })).toBeVisible();
  await expect.element(link).not.toBeInTheDocument();
});

test('nothing moves when the dates arrive, so a quick press hits', async () => {
  const answered = Promise.withResolvers<typeof shownOffers>();
  answerCall(api.balance.forecastOffers, () => answered.promise);
  await open();
  const buttons = () => ['Subscribe to Indie', 'Buy 10 reviews'].map((name) => button(name).element());
  const tops = () => buttons().map((element) => element.getBoundingClientRect().top);
  await expect.element(text(/^23 reviews/)).toBeVisible();
  const before = tops();
  const longest = { ...shownOffers.packs.ten, reviews: 100, dated: 20 };
  answered.resolve({
    ...shownOffers,
    plans: { basic: longest, pro: longest, unlimited: longest },
    opensAtOnce: 100,
  });
  await expect.element(card('Icon').getByText(/The other 80 carry no date/)).toBeVisible();
  expect(tops()).toEqual(before);
});

test('without prices for packs there are none', async () => {
  shownStatus = { ...status, packs: [] };
  await open();
  await expect.element(card('Indie')).toBeVisible();
  expect(button('Buy 10 reviews').query()).toBeNull();
});

test('a listener can buy none', async () => {
  signInAs({ userType: 'listener' });
  await open();
  await expect.element(button('Buy 10 reviews')).toBeDisabled();
});

test('the tab that returns from buying a pack says when its reviews are there', async () => {
  await open('/app/subscription?checkout=ten');
  await expect.element(page.getByRole('region', { name: 'Thanks for your order' })).toBeVisible();
});

test('the landing page says what plans and packs bring and cost', async () => {
  await show(<PlanCards />);
  await expect.element(card('Major').getByText('100 reviews a month, $0.49 each.')).toBeVisible();
  await expect.element(text(/^With your first payment, you can use 20 reviews at once/)).toBeVisible();
  await expect
    .element(
      card('10 reviews · $9').getByText(
        'No subscription. One upload, valid 12 months. $0.90 each, all usable at once.',
      ),
    )
    .toBeVisible();
  await expect.element(card('20 reviews · $16')).toBeVisible();
});
