import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { firstStepBehindTheGate, stepOf, totalSteps } from './demo-rules.ts';
import { type DemoState, keepDemoState, readDemoState, restarted } from './demo-state.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step from which this one was opened, so that the browser's Back can return to it. */
    demoFrom?: number;
  }
}

export interface Demo {
  readonly state: DemoState;
  readonly change: (part: Partial<DemoState>) => void;
  /** 1 to 10; null for an invalid step in the URL. */
  readonly step: number | null;
  readonly goTo: (step: number) => void;
  readonly back: () => void;
  readonly next: () => void;
  /** Leaves the demo; it continues at this step next time. */
  readonly exit: () => void;
  /** Leaves the demo; it starts at step 2 next time. */
  readonly finish: () => void;
  /** Restarts at step 2, with only the password done. */
  readonly restart: () => void;
}

/** The demo's state in this browser session, with steps as URLs, so that the browser's Back is a step back. */
export function useDemo(): Demo {
  const [state, setState] = useState(readDemoState);
  useEffect(() => keepDemoState(state), [state]);
  const change = (part: Partial<DemoState>) => setState((kept) => ({ ...kept, ...part }));
  const navigate = useNavigate();
  const { history } = useRouter();
  const { demoFrom } = useLocation().state;
  const { step: named } = useSearch({ from: '/demo' });
  const step = shownStep(named, state);
  useEffect(() => {
    if (step !== null) setState((kept) => ({ ...kept, currentStep: step }));
  }, [step]);
  // An address without a step would show the current one again when Back returns to it.
  useEffect(() => {
    if (named === undefined && step !== null)
      void navigate({ to: '/demo', search: { step: String(step) }, replace: true });
  }, [named, step, navigate]);

  const open = (to: number, how: { replace?: boolean; demoFrom?: number } = {}) => {
    const { replace = false, demoFrom: from } = how;
    void navigate({
      to: '/demo',
      search: { step: String(to) },
      replace,
      state: from === undefined ? {} : { demoFrom: from },
    });
  };
  const goTo = (to: number) => (step === null ? open(to) : open(to, { demoFrom: step }));
  const back = () => {
    if (step === null) open(1);
    else if (step > 1 && demoFrom === step - 1) history.back();
    else if (step > 1) open(step - 1, { replace: true });
  };
  return {
    state,
    change,
    step,
    goTo,
    back,
    next: () => {
      if (step !== null && step < totalSteps) goTo(step + 1);
    },
    exit: () => void navigate({ to: '/' }),
    finish: () => {
      setState(restarted);
      // The page may unload before the effect stores the state.
      keepDemoState(restarted);
      void navigate({ to: '/' });
    },
    restart: () => {
      setState(restarted);
      goTo(firstStepBehindTheGate);
    },
  };
}

/** Only step 1 is shown without the password, whatever the URL says. */
function shownStep(named: string | undefined, state: DemoState): number | null {
  const step = named === undefined ? state.currentStep : stepOf(named);
  return step === null || state.isPasswordVerified ? step : 1;
}
