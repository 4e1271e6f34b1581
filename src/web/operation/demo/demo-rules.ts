import { countWords, minimumReviewWords } from '#contract/business-rules.ts';
import { cents } from '#contract/cents.ts';
import type { Cents } from '#contract/primitives.ts';

/** The figures of the investor demo (specification 9, Demo). Tiers only exist in the demo. */
export const totalSteps = 10;
export const firstStepBehindTheGate = 2;
/** One point out of a hundred per tick: 2.5 s in total. */
export const simulation = { tickMilliseconds: 25, points: 100 } as const;
export const sampleWallet = { pending: cents(2375), approvedReviews: 11 } as const;
/** The sample agent's reviews, including the one of this demo. */
export const approvedReviews = (isReviewed: boolean): number =>
  sampleWallet.approvedReviews + (isReviewed ? 1 : 0);
export const leastPayout: Cents = cents(1);
export const levelUpMilliseconds = 2000;

export const tiers = [
  { name: 'Bronze', from: 0, to: 49, reward: cents(15) },
  { name: 'Silver', from: 50, to: 199, reward: cents(35) },
  { name: 'Gold', from: 200, to: 499, reward: cents(50) },
  { name: 'Icon', from: 500, to: null, reward: cents(75) },
] as const;

/** Points of the simulated listening, 0 to 100, after this time. */
export const simulatedPoints = (elapsedMilliseconds: number): number =>
  Math.max(0, Math.min(simulation.points, Math.floor(elapsedMilliseconds / simulation.tickMilliseconds)));

/** The step's number; null for 'Step not found'. */
export function stepOf(text: string): number | null {
  const step = Number(text);
  return Number.isInteger(step) && step >= 1 && step <= totalSteps ? step : null;
}

/** A demo review needs a star and forty-five words. */
export const isReviewReady = (rating: number | null, comment: string): boolean =>
  rating !== null && rating >= 1 && countWords(comment) >= minimumReviewWords;

export type DemoAct = 'back' | 'next' | 'exit' | 'leaveField';

/** What has the focus when a key is pressed. */
export type Focus = 'text' | 'choice' | 'control' | 'page';

/**
 * What a key does once the password is verified. Text fields keep all keys but Escape, which leaves them; choices and
 * sliders keep their arrows, and anything activated by Enter keeps Enter.
 */
export function keyAct(key: string, focus: Focus): DemoAct | null {
  if (focus === 'text') return key === 'Escape' ? 'leaveField' : null;
  if (key === 'Escape') return 'exit';
  if (key === 'Enter') return focus === 'page' ? 'next' : null;
  if (focus === 'choice') return null;
  if (key === 'ArrowLeft') return 'back';
  return key === 'ArrowRight' ? 'next' : null;
}
