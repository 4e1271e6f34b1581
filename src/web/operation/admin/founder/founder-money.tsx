import { Link } from '@tanstack/react-router';
import type { FounderFigures } from '#contract/operation/admin/founder.ts';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { Money } from '#web/ui/display/money.tsx';
import { AdminFigure, FigureGroup } from '../admin-figure.tsx';

/** Income from plans, and what listeners are owed. */
export function FounderMoney({ figures }: { figures: FounderFigures }) {
  const { plans, owed, payoutCostCents } = figures;
  return (
    <FigureGroup title="Money">
      <AdminFigure name="Paid for plans" what="Everything artists have paid so far.">
        <Money cents={plans.paidCents} />
      </AdminFigure>
      <AdminFigure name="Billing fees" what="What the payment provider kept.">
        <Money cents={plans.feeCents} />
      </AdminFigure>
      <AdminFigure
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
      </AdminFigure>
      <AdminFigure name="Disputes" what="Taken back by banks and not recovered.">
        <Money cents={plans.disputeCents} />
      </AdminFigure>
      <AdminFigure name="In wallets" what="Listeners can request a payout once they have $5.00.">
        <Money cents={owed.availableCents} />
      </AdminFigure>
      <AdminFigure name="Requested" what="In payout requests waiting for a decision.">
        <Money cents={owed.pendingCents} />
      </AdminFigure>
      <AdminFigure name="On its way" what="Approved, but not arrived yet.">
        <Money cents={owed.onTheWayCents} />
      </AdminFigure>
      {owed.owedBackCents < 0 && (
        <AdminFigure name="Owed by listeners" what="Reversed after it was paid out.">
          <Money cents={owed.owedBackCents} />
        </AdminFigure>
      )}
      <AdminFigure name="Payout costs" what="What payment services charged for payouts.">
        <Money cents={payoutCostCents} />
      </AdminFigure>
    </FigureGroup>
  );
}
