import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { firstStepBehindTheGate, stepOf, totalSteps } from './demo-rules.ts';
import { type DemoState, keepDemoState, readDemoState, restarted } from './demo-state.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The demo's step from which the next one was opened: the browser's own back leads there. */
    demoFrom?: number;
  }
}

export interface Demo {
  readonly state: DemoState;
  readonly change: (part: Partial<DemoState>) => void;
  /** 1 to 10; null when the address names another. */
  readonly step: number | null;
  readonly goTo: (step: number) => void;
  readonly back: () => void;
  readonly next: () => void;
  /** Leaves the demo; it goes on at this step next time. */
  readonly exit: () => void;
  /** Leaves the demo; it starts at step 2 next time. */
  readonly finish: () => void;
  /** From step 2 again, with nothing done but the password. */
  readonly restart: () => void;
}

/** The demo's state for this browser session, and its steps as addresses, so that the browser's back is a step back. */
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
      // The page may be gone before its state is stored.
      keepDemoState(restarted);
      void navigate({ to: '/' });
    },
    restart: () => {
      setState(restarted);
      goTo(firstStepBehindTheGate);
    },
  };
}

/** Nobody gets past the gate without the password, whatever the address says. */
function shownStep(named: string | undefined, state: DemoState): number | null {
  const step = named === undefined ? state.currentStep : stepOf(named);
  return step === null || state.isPasswordVerified ? step : 1;
}
