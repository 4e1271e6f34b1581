import { useQuery } from '@tanstack/react-query';
import type { Billing } from '#contract/operation/admin/admin-billing.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { billingQuery } from '../admin-queries.ts';
import { UserLink } from '../user-link.tsx';

/** Problems that an operator has to fix in the settings or at the provider; empty if there are none. */
export function BillingPanel() {
  const { data: billing } = useQuery(billingQuery);
  if (billing === undefined) return null;
  const problems = [...new Set(billing.prices.flatMap(({ problem }) => problem ?? []))];
  return (
    <>
      {billing.testMode && (
        <p className="flex flex-wrap items-center gap-3 text-sm text-muted">
          <Badge>Test mode</Badge> No payment provider is set up. No money moves.
        </p>
      )}
      {problems.length > 0 && (
        <Panel title="Plans not for sale" tone="wrong">
          <ul className="grid gap-2">
            {problems.map((problem) => (
              <li key={problem} className="wrap-anywhere">
                {problem}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {billing.strays.length > 0 && (
        <Panel title="Subscriptions to look at" tone="wrong">
          <ul className="grid gap-3">
            {billing.strays.map((stray) => (
              <Stray key={stray.subscriptionId} stray={stray} />
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

const reasons: Readonly<Record<Billing['strays'][number]['reason'], (priceId: string) => string>> = {
  not_ended: () =>
    'is still billed by the provider for a plan that has ended here. Earshot tries to cancel it every hour. If it stays here, cancel it at Stripe.',
  not_refunded: () =>
    'paid for a second subscription, which brings nothing. Earshot cancels and refunds it. If it stays here, do both at Stripe.',
  unknown_price: (priceId) =>
    `pays ${priceId}, which is in no STRIPE_PRICE_ setting. Add it to the setting of its plan.`,
  unknown_user: () =>
    'The subscription belongs to no user. Cancel it at Stripe, or set user_id in its metadata.',
};

function Stray({ stray }: { stray: Billing['strays'][number] }) {
  const { subscriptionId, priceId, reason, user, noticedAt } = stray;
  return (
    <li className="wrap-anywhere">
      {reason !== 'unknown_user' && (user === null ? 'An unknown user' : <UserLink {...user} />)}{' '}
      <span>{reasons[reason](priceId ?? 'no price')}</span>
      <span className="block text-sm text-muted">
        {subscriptionId}, noticed <TimeAgo date={noticedAt} />
      </span>
    </li>
  );
}
