import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Billing } from '#contract/operation/admin/admin-billing.ts';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';
import { billingQuery } from '../admin-queries.ts';

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

function Stray({ stray }: { stray: Billing['strays'][number] }) {
  const { subscriptionId, priceId, reason, user, noticedAt } = stray;
  return (
    <li className="wrap-anywhere">
      {reason === 'not_ended' && (
        <>
          {user === null ? 'A user' : <UserLink user={user} />} is still billed by the provider for a plan
          that has ended here. Earshot tries to cancel it every hour. If it stays here, cancel it at Stripe.
        </>
      )}
      {reason === 'not_refunded' && (
        <>
          {user === null ? 'A user' : <UserLink user={user} />} paid for a second subscription, which brings
          nothing. Earshot cancels and refunds it. If it stays here, do both at Stripe.
        </>
      )}
      {reason === 'unknown_price' && (
        <>
          {user === null ? 'An unknown user' : <UserLink user={user} />} pays {priceId ?? 'no price'}, which
          is in no STRIPE_PRICE_ setting. Add it to the setting of its plan.
        </>
      )}
      {reason === 'unknown_user' && (
        <>The subscription belongs to no user. Cancel it at Stripe, or set user_id in its metadata.</>
      )}
      <span className="block text-sm text-muted">
        {subscriptionId}, noticed <TimeAgo date={noticedAt} />
      </span>
    </li>
  );
}

export function UserLink({ user }: { user: { readonly id: string; readonly displayName: string } }) {
  return (
    <Link to="/app/admin" search={{ tab: 'users', user: user.id }} className={linkStyle}>
      {user.displayName}
    </Link>
  );
}
