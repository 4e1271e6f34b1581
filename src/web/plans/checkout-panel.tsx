import { plans } from '#contract/business-rules.ts';
import type { BilledPlan } from '#contract/plans/subscriptions.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { Panel } from '#web/ui/display/panel.tsx';
import type { CheckoutNews } from './subscription-texts.ts';
import type { OpenedPage } from './use-provider-page.ts';

/** The result of a checkout, shown when the user returns. */
export function CheckoutNewsPanel({ news, plan }: { news: CheckoutNews; plan: string | undefined }) {
  if (news === 'none') return null;
  const label = plan !== undefined && plan in plans ? plans[plan as BilledPlan].label : '';
  return (
    <div role="status">
      {news === 'cancelled' && (
        <Panel title="Checkout canceled">
          <p className="text-muted">Nothing changed, and you weren’t charged.</p>
        </Panel>
      )}
      {news === 'waiting' && (
        <Panel title="Waiting for the payment to be confirmed">
          <p className="text-muted">This usually takes a few seconds. You can leave this page meanwhile.</p>
        </Panel>
      )}
      {news === 'bought' && (
        <Panel tone="earned" title="Thanks for your order">
          <p>Your reviews show here once the payment is confirmed, usually within seconds.</p>
        </Panel>
      )}
      {news === 'begun' && (
        <Panel tone="earned" title={`You are on ${label} now`}>
          <p>Your new uploads are ready.</p>
        </Panel>
      )}
      {news === 'planned' && (
        <Panel tone="earned" title={`${label} is planned`}>
          <p>It starts when the period you paid for ends.</p>
        </Panel>
      )}
    </div>
  );
}

/** Shown while a provider's page is open in another tab; links to it if the browser blocked the tab. */
export function OpenedPagePanel({ page }: { page: OpenedPage }) {
  return (
    <div role="status">
      <Panel
        tone="act"
        title={page.isBlocked ? 'Your browser blocked the new tab' : 'Continue in the other tab'}
      >
        <div className="grid justify-items-start gap-4">
          <p className="text-muted">
            {page.isBlocked
              ? 'Open the page with this link. What you do there shows here.'
              : 'What you do there shows here as soon as it is confirmed.'}
          </p>
          <a href={page.url} target="_blank" rel="noreferrer" className={buttonStyle({ variant: 'quiet' })}>
            {page.label}
          </a>
        </div>
      </Panel>
    </div>
  );
}
