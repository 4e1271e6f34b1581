import { requiredListeningSeconds } from '#contract/business-rules.ts';
import { hasShape, isBetween, isText, isWholeBetween, isYesOrNo, orNull } from '#web/shape-rules.ts';
import { firstStepBehindTheGate, totalSteps } from './demo-rules.ts';
import { sampleTracks } from './sample-tracks.ts';

export interface DemoState {
  isPasswordVerified: boolean;
  currentStep: number;
  /** Index of the sample track. */
  selectedTrack: number;
  /** Seconds heard of it, 0 to 60. */
  heardSeconds: number;
  hasListened: boolean;
  /** The file failed, so the listening was simulated. */
  hasFallenBack: boolean;
  rating: number | null;
  comment: string;
  isReviewed: boolean;
  isPaidOut: boolean;
  isSilver: boolean;
}

const isDemoState = (kept: unknown): kept is DemoState =>
  hasShape<DemoState>(kept, {
    isPasswordVerified: isYesOrNo,
    currentStep: isWholeBetween(1, totalSteps),
    selectedTrack: isWholeBetween(0, sampleTracks.length - 1),
    heardSeconds: isBetween(0, requiredListeningSeconds),
    hasListened: isYesOrNo,
    hasFallenBack: isYesOrNo,
    rating: orNull(isWholeBetween(1, 5)),
    comment: isText,
    isReviewed: isYesOrNo,
    isPaidOut: isYesOrNo,
    isSilver: isYesOrNo,
  });

/** Reset when another track is chosen. */
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

/** Step 2, with only the password done. */
export const restarted: DemoState = {
  ...untouched,
  isPasswordVerified: true,
  currentStep: firstStepBehindTheGate,
};

const slot = 'earshot-demo';

/** The demo's state in this browser session; the initial one if it cannot be read. */
export function readDemoState(): DemoState {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(slot) ?? 'null');
    return isDemoState(kept) ? kept : untouched;
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
