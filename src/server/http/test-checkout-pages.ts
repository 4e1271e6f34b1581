import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Pack, packs, plans } from '#contract/business-rules.ts';
import { formatCents } from '#contract/cents.ts';
import type { BilledPlan } from '#contract/plans/subscriptions.ts';
import { product } from '#contract/product.ts';
import { isLocalBilling, type LocalBilling, type TestCheckout } from '../adapters/payments/local-billing.ts';
import { portalActs } from '../adapters/payments/local-subscription.ts';
import type { Dependencies } from '../dependencies.ts';
import { escapeHtml } from '../foundation/escape-html.ts';
import { packSoldAt, planOfPrice } from '../plans/subscriptions/prices.ts';
import { plainPage, plainPageHeaders } from './plain-page.ts';

interface Params {
  readonly Params: { readonly id: string; readonly act: string };
}

/**
 * Pages of the local billing provider, marked as test mode and only open to this machine (own-machine-only.ts). As at a
 * real provider, knowing a page's address is the permission: it is long, random, only given to its user and valid for a
 * day.
 */
export function serveTestCheckout(app: FastifyInstance, { billing }: Pick<Dependencies, 'billing'>): void {
  if (!isLocalBilling(billing)) return;
  const planOf: PlanOf = (priceId) => planOfPrice(billing, priceId) ?? 'basic';

  app.get<Params>('/checkout/:id', async (request, reply) =>
    answer(reply, await pageOf(billing, request.params.id, planOf)),
  );
  app.register(async (forms) => {
    // The forms have no fields.
    forms.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
      payload.resume().on('end', () => done(null));
    });
    forms.post<Params>('/checkout/:id/complete', async (request, reply) => {
      const paid = await billing.complete(request.params.id);
      return paid ? reply.redirect(paid.returnUrl, 303) : answer(reply, undefined);
    });
    forms.post<Params>('/checkout/:id/act/:act', async (request, reply) => {
      const act = portalActs.find((known) => known === request.params.act);
      if (act) await billing.act(request.params.id, act);
      return reply.redirect(`/checkout/${encodeURIComponent(request.params.id)}`, 303);
    });
  });
}

async function pageOf(billing: LocalBilling, id: string, planOf: PlanOf): Promise<string | undefined> {
  const checkout = await billing.readPage(id);
  if (!checkout) return undefined;
  const { priceId } = checkout;
  if (priceId === null) return portalHtml(checkout, planOf);
  const pack = packSoldAt(billing, priceId);
  const cancelUrl = new URL(checkout.returnUrl);
  cancelUrl.searchParams.set('checkout', 'cancelled');
  if (pack && !checkout.isDone) return packHtml(checkout, pack, cancelUrl.href);
  return checkoutHtml({ ...checkout, priceId }, planOf, cancelUrl.href);
}

const answer = (reply: FastifyReply, html: string | undefined) =>
  reply
    .code(html === undefined ? 404 : 200)
    .headers(plainPageHeaders("'self'"))
    .type('text/html; charset=utf-8')
    .send(html ?? goneHtml());

const day = (date: Date) =>
  date.toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const priced = (plan: BilledPlan) =>
  `${plans[plan].label}, ${formatCents(plans[plan].pricePerMonth)} a month`;

const above = `<p><span class="mark">Test mode</span></p>
<p class="muted">No money moves here. ${product.name} shows its own checkout because no payment provider is set up.</p>`;
const page = (title: string, body: string): string => plainPage(title, above, body);

const button = (path: string, label: string, isAct = false) =>
  `<form method="post" action="${escapeHtml(path)}"><button${isAct ? ' class="act"' : ''}>${escapeHtml(label)}</button></form>`;
const back = (url: string, label: string) =>
  `<a class="link" href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;

type PlanOf = (priceId: string) => BilledPlan;

const goneHtml = (): string =>
  page(
    'This page is no longer valid',
    `<section><p>Open it again from your subscription page.</p>${back('/app/subscription', 'Go to your subscription')}</section>`,
  );

const termsHtml = ({ terms }: TestCheckout): string => (terms === null ? '' : `<p>${escapeHtml(terms)}</p>`);

const packHtml = (checkout: TestCheckout, pack: Pack, cancelUrl: string): string =>
  page(
    `Buy ${packs[pack].reviews} reviews`,
    `<section><p><strong>${formatCents(packs[pack].price)}, once</strong></p>${termsHtml(checkout)}
${button(`/checkout/${checkout.id}/complete`, 'Pay with a test card', true)}
${back(cancelUrl, 'Cancel')}</section>`,
  );

/** The page to pay for a new plan or to confirm a change. */
function checkoutHtml(
  checkout: TestCheckout & { priceId: string },
  planOf: PlanOf,
  cancelUrl: string,
): string {
  const { subscription, isDone } = checkout;
  const plan = planOf(checkout.priceId);
  if (isDone)
    return page(
      'This checkout is complete',
      `<section><p>Your subscription page shows what you bought.</p>${back(checkout.returnUrl, 'Back to your subscription')}</section>`,
    );
  const isCheaper =
    subscription && plans[plan].pricePerMonth < plans[planOf(subscription.priceId)].pricePerMonth;
  const when = !subscription
    ? 'It starts now and renews every month until you cancel.'
    : isCheaper
      ? `It starts on ${day(subscription.periodEnd)}. Until then you keep ${plans[planOf(subscription.priceId)].label}.`
      : 'It starts now, within the current period.';
  return page(
    subscription ? `Change to ${plans[plan].label}` : `Subscribe to ${plans[plan].label}`,
    `<section><p><strong>${priced(plan)}</strong></p>${termsHtml(checkout)}<p>${when}</p>
${button(`/checkout/${checkout.id}/complete`, subscription ? 'Confirm' : 'Pay with a test card', true)}
${back(cancelUrl, 'Cancel')}</section>`,
  );
}

/** The page to cancel, resume, and try other events of a subscription. */
function portalHtml({ id, subscription, returnUrl }: TestCheckout, planOf: PlanOf): string {
  if (!subscription || subscription.status === 'ended') {
    return page('Your subscription', `<section><p>It has ended.</p>${back(returnUrl, 'Back')}</section>`);
  }
  const act = (name: string, label: string, isAct = false) =>
    button(`/checkout/${id}/act/${name}`, label, isAct);
  const { cancelsAtPeriodEnd, nextPriceId, status, periodEnd, nextPaymentFails, collectionPaused } =
    subscription;
  const plan = planOf(subscription.priceId);
  const facts = [
    `<strong>${priced(plan)}</strong>`,
    // The subscription page says until when the plan stays: an unpaid one ends before its period.
    status === 'past_due'
      ? 'The last payment failed.'
      : `${cancelsAtPeriodEnd ? 'Ends' : 'Renews'} on ${day(periodEnd)}.`,
    nextPriceId ? `Then it continues as ${plans[planOf(nextPriceId)].label}.` : '',
    nextPaymentFails ? 'The next payment will fail.' : '',
    collectionPaused ? 'Payments are paused.' : '',
  ];
  return page(
    'Your subscription',
    `<section>${facts
      .filter(Boolean)
      .map((fact) => `<p>${fact}</p>`)
      .join('')}
${status === 'past_due' ? act('pay', 'Pay now', true) : ''}
${nextPriceId ? act('keep-plan', `Keep ${plans[plan].label}`, true) : ''}
${cancelsAtPeriodEnd ? act('resume', 'Resume', true) : act('cancel', 'Cancel at the end of the period')}
${back(returnUrl, 'Back')}</section>
<section><p class="muted">To try out what happens:</p>
${act('fail-next-payment', 'Let the next payment fail')}
${act('next-period', 'Go to the next period now')}
${collectionPaused ? act('unpause', 'Resume payments') : act('pause', 'Pause payments')}
${act('refund', 'Refund this period')}
${act('dispute', 'Dispute the last payment')}
${act('win-dispute', 'Win the dispute')}
${act('lose-dispute', 'Lose the dispute')}</section>`,
  );
}
