import { countWords, minimumReviewWords } from '#contract/business-rules.ts';
import { cents } from '#contract/cents.ts';
import type { Cents } from '#contract/primitives.ts';

/** The figures of the investor demo (specification 9, Demo). Tiers belong to the demo alone. */
export const totalSteps = 10;
export const firstStepBehindTheGate = 2;
/** One point of a hundred for each tick: 2.5 s in all. */
export const simulation = { tickMilliseconds: 25, points: 100 } as const;
export const sampleWallet = { pending: cents(2375), approvedReviews: 11 } as const;
/** The sample agent's reviews, with the one of this demo. */
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

/** Points of the simulated listen, 0 to 100, so long after it began. */
export const simulatedPoints = (elapsedMilliseconds: number): number =>
  Math.max(0, Math.min(simulation.points, Math.floor(elapsedMilliseconds / simulation.tickMilliseconds)));

/** The step a text names, or null: 'Step not found'. */
export function stepOf(text: string): number | null {
  const step = Number(text);
  return Number.isInteger(step) && step >= 1 && step <= totalSteps ? step : null;
}

/** A demo review needs a star and forty-five words. */
export const isReviewReady = (rating: number | null, comment: string): boolean =>
  rating !== null && rating >= 1 && countWords(comment) >= minimumReviewWords;

export type DemoAct = 'back' | 'next' | 'exit';

/** Where the focus is while a key is pressed. */
export type Focus = 'text' | 'choice' | 'control' | 'page';

/**
 * What a key does in the demo once the password is verified. Text fields keep all keys, choices and sliders their arrows,
 * and whatever is pressed by Enter keeps its Enter.
 */
export function keyAct(key: string, focus: Focus): DemoAct | null {
  if (focus === 'text') return null;
  if (key === 'Escape') return 'exit';
  if (key === 'Enter') return focus === 'page' ? 'next' : null;
  if (focus === 'choice') return null;
  if (key === 'ArrowLeft') return 'back';
  return key === 'ArrowRight' ? 'next' : null;
}
