import type { ReactNode } from 'react';
import { rewardPerReview } from '#contract/business-rules.ts';
import { cents, formatCents } from '#contract/cents.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { approvedReviews, leastPayout, sampleWallet } from './demo-rules.ts';
import { SampleNote, StepHeading } from './step-parts.tsx';
import type { Demo } from './use-demo.ts';

/** A sample agent's earnings including this demo's review, and a payout that moves no money. */
export function WalletStep({ demo }: { demo: Demo }) {
  const { isReviewed, isPaidOut } = demo.state;
  const earned = cents(sampleWallet.pending + (isReviewed ? rewardPerReview : 0));
  const pending = isPaidOut ? cents(0) : earned;
  return (
    <div className="grid gap-10">
      <StepHeading lead="Every approved review is a line in a ledger that always adds up.">
        Listening that pays
      </StepHeading>
      <div className="grid grid-cols-2 gap-px border border-line bg-line lg:grid-cols-[2fr_1fr_1fr]">
        <Figure label="Pending" look="text-mint" place="max-lg:col-span-2">
          {formatCents(pending)}
        </Figure>
        <Figure label="Approved reviews">{approvedReviews(isReviewed)}</Figure>
        <Figure label="This demo’s review">
          {isReviewed ? `+${formatCents(rewardPerReview)}` : formatCents(cents(0))}
        </Figure>
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Button
          size="large"
          isDisabled={pending < leastPayout}
          onPress={() => demo.change({ isPaidOut: true })}
        >
          Request demo payout
        </Button>
        <p role="status" className="font-semibold text-mint">
          {isPaidOut ? `${formatCents(earned)} is on its way, in the demo.` : ''}
        </p>
      </div>
      <SampleNote />
    </div>
  );
}

interface FigureProps {
  label: string;
  look?: string;
  place?: string;
  children: ReactNode;
}

function Figure({ label, look = '', place = '', children }: FigureProps) {
  return (
    <div className={`grid content-between gap-4 bg-panel p-4 sm:p-8 ${place}`}>
      <span className="text-lg text-muted">{label}</span>
      <span className={`tabular font-display text-5xl sm:text-6xl 2xl:text-7xl ${look}`}>{children}</span>
    </div>
  );
}
