import { useEffect, useState } from 'react';
import { formatCents } from '#contract/cents.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { ProgressBar } from '#web/ui/display/progress-bar.tsx';
import { approvedReviews, levelUpMilliseconds, tiers } from './demo-rules.ts';
import { SampleNote, StepHeading } from './step-parts.tsx';
import type { Demo } from './use-demo.ts';

const [, silver] = tiers;

/** The agent's tiers; the sample agent climbs from Bronze to Silver. */
export function TierStep({ demo }: { demo: Demo }) {
  const { isSilver, isReviewed } = demo.state;
  const before = approvedReviews(isReviewed);
  const [isRising, setRising] = useState(false);
  const share = useRise(isRising, () => {
    setRising(false);
    demo.change({ isSilver: true });
  });
  const risen = isSilver ? 1 : share;
  const reviews = Math.round(before + (silver.from - before) * risen);
  const reached = isSilver ? 1 : 0;
  return (
    <div className="grid gap-6 lg:gap-10">
      <StepHeading lead="Agents who keep listening well earn more for every review.">Level up</StepHeading>
      <ol className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {tiers.map((tier, place) => (
          <li
            key={tier.name}
            {...(place === reached ? { 'aria-current': 'step' } : {})}
            className={`grid gap-2 border border-t-4 bg-panel p-4 transition-colors sm:p-6 ${place === reached ? 'border-mint' : 'border-line'}`}
          >
            <h2 className="text-3xl">{tier.name}</h2>
            <p className="tabular text-muted">
              {tier.to === null ? `${tier.from}+ reviews` : `${tier.from}–${tier.to} reviews`}
            </p>
            <p
              className={`tabular font-display text-4xl sm:text-5xl ${place === reached ? 'text-mint' : ''}`}
            >
              {formatCents(tier.reward)}
            </p>
          </li>
        ))}
      </ol>
      <ProgressBar
        label="Reviews toward Silver"
        value={reviews}
        max={silver.from}
        valueText={`${reviews} of ${silver.from} reviews`}
        tone={isSilver ? 'earned' : 'act'}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button size="large" isDisabled={isSilver || isRising} onPress={() => setRising(true)}>
          {isSilver ? 'Silver reached' : `Simulate ${silver.from - before} more reviews`}
        </Button>
        <p role="status" className="text-lg font-semibold text-mint">
          {isSilver ? `Silver: ${formatCents(silver.reward)} for each review from now on.` : ''}
        </p>
      </div>
      <SampleNote>Tiers and figures are samples for this demo.</SampleNote>
    </div>
  );
}

/** From 0 to 1 in two seconds; at once with reduced motion. */
function useRise(isRising: boolean, onTop: () => void): number {
  const [share, setShare] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rise runs once, whatever is rendered meanwhile
  useEffect(() => {
    if (!isRising) return;
    const isQuiet = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const begun = performance.now() - (isQuiet ? levelUpMilliseconds : 0);
    let frame = 0;
    const rise = () => {
      const done = Math.min(1, (performance.now() - begun) / levelUpMilliseconds);
      setShare(done);
      if (done < 1) frame = requestAnimationFrame(rise);
      else onTop();
    };
    frame = requestAnimationFrame(rise);
    return () => cancelAnimationFrame(frame);
  }, [isRising]);
  return share;
}
