import { Link } from '@tanstack/react-router';
import type { FounderFigures } from '#contract/admin/founder.ts';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { Money } from '#web/ui/display/money.tsx';
import { FounderFigure, FounderGroup } from './founder-figure.tsx';

/** What plans brought in, and what listeners have coming. */
export function FounderMoney({ figures }: { figures: FounderFigures }) {
  const { plans, owed, payoutCostCents } = figures;
  return (
    <FounderGroup title="Money">
      <FounderFigure name="Paid for plans" what="Everything artists have paid so far.">
        <Money cents={plans.paidCents} />
      </FounderFigure>
      <FounderFigure name="Billing fees" what="What the payment provider kept.">
        <Money cents={plans.feeCents} />
      </FounderFigure>
      <FounderFigure
        name="Refunds"
        what={
          <>
            Paid back to artists. To refund a first payment, see{' '}
            <Link to="/app/admin" search={{ tab: 'subscriptions' }} className={linkStyle}>
              Subscriptions
            </Link>
            .
          </>
        }
      >
        <Money cents={plans.refundCents} />
      </FounderFigure>
      <FounderFigure name="Disputes" what="Taken back by banks, and not won back.">
        <Money cents={plans.disputeCents} />
      </FounderFigure>
      <FounderFigure name="In wallets" what="Each listener can request theirs from $5.00.">
        <Money cents={owed.availableCents} />
      </FounderFigure>
      <FounderFigure name="Requested" what="In payout requests waiting for a decision.">
        <Money cents={owed.pendingCents} />
      </FounderFigure>
      <FounderFigure name="On its way" what="Approved, but not there yet.">
        <Money cents={owed.onTheWayCents} />
      </FounderFigure>
      {owed.owedBackCents < 0 && (
        <FounderFigure name="Owed by listeners" what="Reversed after it was paid out.">
          <Money cents={owed.owedBackCents} />
        </FounderFigure>
      )}
      <FounderFigure name="Payout costs" what="What payment services charged for payouts.">
        <Money cents={payoutCostCents} />
      </FounderFigure>
    </FounderGroup>
  );
}
