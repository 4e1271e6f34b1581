import { useQuery } from '@tanstack/react-query';
import type { PayoutRequest } from '#contract/money/wallet/wallet.ts';
import { destinationQuery } from '#web/money/payout-destinations/destination-queries.ts';
import { shownMoment } from '#web/money/payout-destinations/destination-texts.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { badges, isUnderWay, notesOf, statusText } from './payout-texts.ts';

/** What a listener with an open payout comes for: how much, where it is, and when it arrives. */
export function PayoutsUnderWay({ payouts }: { payouts: readonly PayoutRequest[] }) {
  const heldUntil = useQuery(destinationQuery).data?.heldUntil ?? null;
  return (
    <section
      aria-label="Payouts under way"
      className="grid gap-px border border-line border-t-2 border-t-mint bg-line"
    >
      {payouts.filter(isUnderWay).map((payout) => (
        <div key={payout.id} className="flex flex-wrap items-center gap-x-6 gap-y-2 bg-panel p-5 sm:px-8">
          <p className="font-display text-5xl leading-none text-mint">
            <Money cents={payout.amountCents} />
          </p>
          <div className="grid gap-1">
            <div>
              <Badge variant={badges[payout.status]}>{statusText(payout)}</Badge>
            </div>
            {notesOf(payout).map((note) => (
              <p key={note}>{note}</p>
            ))}
            {heldUntil !== null && payout.destination !== null && (
              <p className="text-muted">{`Not sent before ${shownMoment(heldUntil)}.`}</p>
            )}
          </div>
        </div>
      ))}
    </section>
  );
}
