import { RotateCcw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { DemoFrame } from './demo-frame.tsx';
import { type Focus, keyAct } from './demo-rules.ts';
import { DiscoveryStep } from './discovery-step.tsx';
import { ListenStep } from './listen-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { PathStep } from './path-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { StepHeading } from './step-parts.tsx';
import { TierStep } from './tier-step.tsx';
import { type Demo, useDemo } from './use-demo.ts';
import { ProblemStep, VerifiedReviewsStep } from './verdict-steps.tsx';
import { WalletStep } from './wallet-step.tsx';

const texts = 'textarea, select, [contenteditable], input:not([type=radio], [type=range], [type=checkbox])';
const choices = 'input, [role=radio], [role=slider], [role=tab]';
const controls = 'button, a[href], summary';

function focusOf(target: EventTarget | null): Focus {
  if (!(target instanceof Element)) return 'page';
  if (target.closest(texts)) return 'text';
  if (target.closest(choices)) return 'choice';
  return target.closest(controls) ? 'control' : 'page';
}

/** Keyboard control of the demo, once the password is verified. */
function useDemoKeys(demo: Demo): void {
  const latest = useRef(demo);
  useEffect(() => {
    latest.current = demo;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { state, ...acts } = latest.current;
      if (!state.isPasswordVerified || event.defaultPrevented || event.repeat) return;
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const act = keyAct(event.key, focusOf(event.target));
      if (act === null) return;
      event.preventDefault();
      if (act !== 'leaveField') acts[act]();
      else if (event.target instanceof HTMLElement) event.target.blur();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

const principles = [
  { title: 'Listening is proven', body: 'The server counts the seconds, so nobody can skip to the money.' },
  { title: 'Words carry the stars', body: 'A rating alone teaches nothing. Every review says why.' },
  { title: 'Work is paid', body: 'Each approved review is credited once, in a ledger that adds up.' },
  {
    title: 'The music stays private',
    body: 'Only the Agents who get a track can hear it.',
  },
];

/** Four principles, and a button to start over. */
function ClosingStep({ demo }: { demo: Demo }) {
  return (
    <div className="grid gap-12">
      <StepHeading>Heard before it’s out</StepHeading>
      <ol className="grid gap-8 sm:grid-cols-2 lg:grid-cols-4">
        {principles.map(({ title, body }, place) => (
          <li key={title} className="grid content-start gap-3 border-t-2 border-mint pt-5">
            <span className="tabular font-bold text-mint">{place + 1}</span>
            <h2 className="text-3xl">{title}</h2>
            <p className="text-lg text-muted">{body}</p>
          </li>
        ))}
      </ol>
      <div>
        <Button
          size="large"
          variant="quiet"
          icon={<RotateCcw aria-hidden size={20} strokeWidth={1.75} />}
          onPress={demo.restart}
        >
          Start again
        </Button>
      </div>
    </div>
  );
}

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
