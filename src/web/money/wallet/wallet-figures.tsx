import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { minimumPayout } from '#contract/business-rules.ts';
import { cents, formatCents } from '#contract/cents.ts';
import type { Wallet } from '#contract/money/wallet/wallet.ts';
import { destinationQuery } from '#web/money/payout-destinations/destination-queries.ts';
import { whySmallPayoutsWait } from '#web/money/payout-destinations/destination-texts.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { ProgressBar } from '#web/ui/display/progress-bar.tsx';
import { useRequestPayout } from './request-payout.ts';

interface WalletFiguresProps {
  wallet: Wallet;
  newestPayout: string | undefined;
  /** A payout under way stands above it. */
  isSecond: boolean;
}

export function WalletFigures({ wallet, newestPayout, isSecond }: WalletFiguresProps) {
  return (
    <section aria-label="Balance" className="grid gap-px border border-line bg-line lg:grid-cols-[1.2fr_1fr]">
      <div className="grid content-between gap-6 bg-panel p-5 sm:p-8">
        <dl>
          <dt className="font-semibold text-muted">Available Balance</dt>
          <dd
            className={`font-display leading-none text-mint ${isSecond ? 'text-4xl' : 'text-6xl sm:text-8xl'}`}
          >
            <Money cents={wallet.availableCents} tone="earned" />
          </dd>
        </dl>
        {wallet.owedCents < 0 && <OwedNote owedCents={wallet.owedCents} />}
        <PayoutButton availableCents={wallet.availableCents} newestPayout={newestPayout} />
      </div>
      <dl className="grid grid-cols-2 gap-px bg-line">
        <Figure name="Pending Balance">
          <Money cents={wallet.pendingCents} />
        </Figure>
        <Figure name="Total Earnings">
          <Money cents={wallet.totalEarningsCents} />
        </Figure>
        <Figure name="This Month">
          <Money cents={wallet.thisMonthCents} />
        </Figure>
        <Figure name="Reviews" note="this month">
          {wallet.reviewsThisMonth.toLocaleString('en-US')}
        </Figure>
      </dl>
    </section>
  );
}

function Figure({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div className="grid content-center gap-1 bg-panel p-5 sm:p-6">
      <dt className="text-sm font-semibold text-muted">{name}</dt>
      <dd className="tabular text-2xl font-semibold">
        {children}
        {note !== undefined && <span className="text-sm font-normal text-muted">{` ${note}`}</span>}
      </dd>
    </div>
  );
}

const OwedNote = ({ owedCents }: { owedCents: Wallet['owedCents'] }) => (
  <p className="max-w-prose border-s-2 border-rose ps-3">
    You owe <Money cents={cents(-owedCents)} /> for a review that was reversed after it was paid out. Your
    next rewards go toward that first.
  </p>
);

interface PayoutButtonProps {
  availableCents: number;
  newestPayout: string | undefined;
}

function PayoutButton({ availableCents, newestPayout }: PayoutButtonProps) {
  const { request, isPending } = useRequestPayout(newestPayout);
  const isShort = availableCents < minimumPayout;
  const sendsFrom = useQuery(destinationQuery).data?.sendsFromCents ?? null;
  return (
    <div className="grid gap-4">
      <ProgressBar
        label="Next payout"
        value={Math.min(availableCents, minimumPayout)}
        max={minimumPayout}
        tone={isShort ? 'act' : 'earned'}
        valueText={isShort ? `${formatCents(cents(minimumPayout - availableCents))} to go` : 'Reached'}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          size="large"
          isDisabled={isShort || isPending}
          isPending={isPending}
          pendingLabel="Processing..."
          onPress={request}
        >
          Request Payout
        </Button>
        {isShort && <p className="text-muted">Minimum {formatCents(minimumPayout)} required for payout</p>}
        {!isShort && sendsFrom !== null && availableCents < sendsFrom && (
          <p className="max-w-prose text-muted">{whySmallPayoutsWait(sendsFrom)}</p>
        )}
      </div>
    </div>
  );
}
