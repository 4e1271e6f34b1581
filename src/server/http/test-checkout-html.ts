import { createHash } from 'node:crypto';
import { plans } from '#contract/business-rules.ts';
import { formatCents } from '#contract/cents.ts';
import { product } from '#contract/product.ts';
import type { BilledPlan } from '#contract/subscriptions.ts';
import type { TestCheckout } from '../adapters/billing/local-billing.ts';

const style = `
:root{color-scheme:dark light;--ground:#150e1a;--panel:#211628;--text:#f7f2f6;--muted:#b9aabf;--act:#f2b84b;--on:#150e1a}
@media (prefers-color-scheme:light){:root{--ground:#f7f2f6;--panel:#fff;--text:#1d1322;--muted:#645a6b;--act:#8a5a00;--on:#fff}}
body{margin:0;background:var(--ground);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:2rem;line-height:1.15;margin:1.5rem 0 1rem}
.mark{display:inline-block;background:var(--act);color:var(--on);font-weight:700;padding:.25rem .6rem}
section{background:var(--panel);padding:1.25rem;margin:1.25rem 0}
p{margin:.25rem 0 .75rem}.muted{color:var(--muted)}
form{display:inline-block;margin:0 .5rem .5rem 0}
button,.link{font:inherit;font-weight:600;min-height:2.75rem;padding:.4rem 1.1rem;border:1px solid var(--muted);background:none;color:inherit;cursor:pointer;text-decoration:none;display:inline-block;box-sizing:border-box}
button.act{background:var(--act);border-color:var(--act);color:var(--on)}
button:focus-visible,a:focus-visible{outline:2px solid var(--act);outline-offset:2px}
`;

/** The page needs its own style and nothing else. */
export const testPageHeaders = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const day = (date: Date) =>
  date.toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const priced = (plan: BilledPlan) =>
  `${plans[plan].label}, ${formatCents(plans[plan].pricePerMonth)} a month`;

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)} - ${product.name}</title><style>${style}</style></head>
<body><main><p><span class="mark">Test mode</span></p>
<p class="muted">No money moves here. ${product.name} shows its own checkout because no payment provider is set up.</p>
<h1>${escapeHtml(title)}</h1>
${body}
</main></body></html>
`;

const button = (path: string, label: string, isAct = false) =>
  `<form method="post" action="${escapeHtml(path)}"><button${isAct ? ' class="act"' : ''}>${escapeHtml(label)}</button></form>`;
const back = (url: string, label: string) =>
  `<a class="link" href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;

export type PlanOf = (priceId: string) => BilledPlan;

export const goneHtml = (): string =>
  page('This page is no longer valid', '<p>Open it again from your subscription page.</p>');

/** To pay for a new plan, or to confirm another one. */
export function checkoutHtml(
  checkout: TestCheckout & { priceId: string },
  planOf: PlanOf,
  cancelUrl: string,
): string {
  const { subscription, isDone } = checkout;
  const plan = planOf(checkout.priceId);
  if (isDone)
    return page('This checkout is complete', `<section>${back(checkout.returnUrl, 'Back')}</section>`);
  const isCheaper =
    subscription && plans[plan].pricePerMonth < plans[planOf(subscription.priceId)].pricePerMonth;
  const when = !subscription
    ? 'It begins now and renews every month until you cancel.'
    : isCheaper
      ? `It begins on ${day(subscription.periodEnd)}. Until then you keep ${plans[planOf(subscription.priceId)].label}.`
      : 'It begins now, in the running period.';
  return page(
    subscription ? `Change to ${plans[plan].label}` : `Subscribe to ${plans[plan].label}`,
    `<section><p><strong>${priced(plan)}</strong></p><p>${when}</p>
${button(`/checkout/${checkout.id}/complete`, subscription ? 'Confirm' : 'Pay with a test card', true)}
${back(cancelUrl, 'Cancel')}</section>`,
  );
}

/** To cancel, resume, and try what may happen to a subscription. */
export function portalHtml({ id, subscription, returnUrl }: TestCheckout, planOf: PlanOf): string {
  if (!subscription || subscription.status === 'ended') {
    return page('Your subscription', `<section><p>It has ended.</p>${back(returnUrl, 'Back')}</section>`);
  }
  const act = (name: string, label: string, isAct = false) =>
    button(`/checkout/${id}/act/${name}`, label, isAct);
  const { cancelsAtPeriodEnd, nextPriceId, status, periodEnd, nextPaymentFails } = subscription;
  const facts = [
    `<strong>${priced(planOf(subscription.priceId))}</strong>`,
    cancelsAtPeriodEnd ? `Ends on ${day(periodEnd)}.` : `Renews on ${day(periodEnd)}.`,
    nextPriceId ? `Then it continues as ${plans[planOf(nextPriceId)].label}.` : '',
    status === 'past_due' ? 'The last payment failed.' : '',
    nextPaymentFails ? 'The next payment will fail.' : '',
  ];
  return page(
    'Your subscription',
    `<section>${facts
      .filter(Boolean)
      .map((fact) => `<p>${fact}</p>`)
      .join('')}
${status === 'past_due' ? act('pay', 'Pay now', true) : ''}
${cancelsAtPeriodEnd ? act('resume', 'Resume', true) : act('cancel', 'Cancel at the end of the period')}
${back(returnUrl, 'Back')}</section>
<section><p class="muted">To try out what happens:</p>
${act('fail-next-payment', 'Let the next payment fail')}
${act('next-period', 'Go to the next period now')}</section>`,
  );
}
