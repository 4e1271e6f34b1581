import { z } from 'zod';
import { requiredListeningSeconds } from '#contract/business-rules.ts';
import { firstStepBehindTheGate, totalSteps } from './demo-rules.ts';

const DemoState = z.strictObject({
  isPasswordVerified: z.boolean(),
  currentStep: z.int().min(1).max(totalSteps),
  /** Place among the sample tracks. */
  selectedTrack: z.int().min(0),
  /** Seconds of it that were heard, 0 to 60. */
  heardSeconds: z.number().min(0).max(requiredListeningSeconds),
  hasListened: z.boolean(),
  /** The file failed, so the listen was simulated. */
  hasFallenBack: z.boolean(),
  rating: z.int().min(1).max(5).nullable(),
  comment: z.string(),
  isReviewed: z.boolean(),
  isPaidOut: z.boolean(),
  isSilver: z.boolean(),
});
export type DemoState = z.infer<typeof DemoState>;

/** What is forgotten when another track is chosen. */
export const unheard = { heardSeconds: 0, hasListened: false, hasFallenBack: false } as const;

export const untouched: DemoState = {
  isPasswordVerified: false,
  currentStep: 1,
  selectedTrack: 0,
  ...unheard,
  rating: null,
  comment: '',
  isReviewed: false,
  isPaidOut: false,
  isSilver: false,
};

/** From step 2 on, with nothing done but the password. */
export const restarted: DemoState = {
  ...untouched,
  isPasswordVerified: true,
  currentStep: firstStepBehindTheGate,
};

const slot = 'earshot-demo';

/** What this browser session has done in the demo; nothing yet when that cannot be read. */
export function readDemoState(): DemoState {
  try {
    return DemoState.parse(JSON.parse(sessionStorage.getItem(slot) ?? ''));
  } catch {
    return untouched;
  }
}

export function keepDemoState(state: DemoState): void {
  try {
    sessionStorage.setItem(slot, JSON.stringify(state));
  } catch {
    // Without storage the demo lasts as long as its page.
  }
}
