import { z } from 'zod';
import { totalSteps } from './demo-rules.ts';

const DemoState = z.strictObject({
  isPasswordVerified: z.boolean(),
  currentStep: z.int().min(1).max(totalSteps),
  /** Place among the sample tracks. */
  selectedTrack: z.int().min(0),
  hasListened: z.boolean(),
  rating: z.int().min(1).max(5).nullable(),
  comment: z.string(),
  isReviewed: z.boolean(),
  isPaidOut: z.boolean(),
  isSilver: z.boolean(),
});
export type DemoState = z.infer<typeof DemoState>;

export const untouched: DemoState = {
  isPasswordVerified: false,
  currentStep: 1,
  selectedTrack: 0,
  hasListened: false,
  rating: null,
  comment: '',
  isReviewed: false,
  isPaidOut: false,
  isSilver: false,
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
