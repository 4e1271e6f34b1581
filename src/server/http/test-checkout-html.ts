import { plans } from '#contract/business-rules.ts';
import { formatCents } from '#contract/cents.ts';
import type { BilledPlan } from '#contract/plans/subscriptions.ts';
import { product } from '#contract/product.ts';
import type { TestCheckout } from '../adapters/billing/local-billing.ts';
import { escapeHtml } from '../foundation/escape-html.ts';
import { plainPage } from './plain-page.ts';

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

export type PlanOf = (priceId: string) => BilledPlan;

export const goneHtml = (): string =>
  page(
    'This page is no longer valid',
    `<section><p>Open it again from your subscription page.</p>${back('/app/subscription', 'Go to your subscription')}</section>`,
  );

/** The page to pay for a new plan or to confirm a change. */
export function checkoutHtml(
  checkout: TestCheckout & { priceId: string },
  planOf: PlanOf,
  cancelUrl: string,
): string {
  const { subscription, isDone } = checkout;
  const plan = planOf(checkout.priceId);
  if (isDone)
    return page(
      'This checkout is complete',
      `<section><p>Your subscription page shows the plan.</p>${back(checkout.returnUrl, 'Back to your subscription')}</section>`,
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
    `<section><p><strong>${priced(plan)}</strong></p><p>${when}</p>
${button(`/checkout/${checkout.id}/complete`, subscription ? 'Confirm' : 'Pay with a test card', true)}
${back(cancelUrl, 'Cancel')}</section>`,
  );
}

/** The page to cancel, resume, and try other events of a subscription. */
export function portalHtml({ id, subscription, returnUrl }: TestCheckout, planOf: PlanOf): string {
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
