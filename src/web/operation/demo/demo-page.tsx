import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { ClosingStep } from './closing-step.tsx';
import { DemoFrame } from './demo-frame.tsx';
import { DiscoveryStep } from './discovery-step.tsx';
import { ListenStep } from './listen-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { PathStep } from './path-step.tsx';
import { ProblemStep } from './problem-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { TierStep } from './tier-step.tsx';
import { type Demo, useDemo } from './use-demo.ts';
import { useDemoKeys } from './use-demo-keys.ts';
import { VerifiedReviewsStep } from './verified-reviews-step.tsx';
import { WalletStep } from './wallet-step.tsx';

const steps = [
  PasswordStep,
  PathStep,
  ProblemStep,
  DiscoveryStep,
  ListenStep,
  ReviewStep,
  VerifiedReviewsStep,
  WalletStep,
  TierStep,
  ClosingStep,
];

/** `/demo`: the guided investor demo, ten steps behind a password. */
export function DemoPage() {
  const demo = useDemo();
  useDemoKeys(demo);
  useStepFocus(demo.step);
  const Step = demo.step === null ? undefined : steps[demo.step - 1];
  return (
    <DemoFrame demo={demo}>
      <div key={demo.step} className="appearing grid">
        {Step === undefined ? <StepNotFound demo={demo} /> : <Step demo={demo} />}
      </div>
    </DemoFrame>
  );
}

function StepNotFound({ demo }: { demo: Demo }) {
  return (
    <div className="grid max-w-xl gap-6">
      <h1 className="text-6xl">Step not found</h1>
      <p className="text-xl text-muted">The demo has ten steps, and this isn’t one of them.</p>
      <div>
        <Button onPress={() => demo.goTo(1)}>Go to the first step</Button>
      </div>
    </div>
  );
}

/** Focuses the heading of each new step, where reading starts and the demo's keys work. */
function useStepFocus(step: number | null): void {
  const last = useRef(step);
  useEffect(() => {
    if (last.current === step) return;
    last.current = step;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [step]);
}
