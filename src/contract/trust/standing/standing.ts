import { z } from 'zod';
import { call } from '../../call.ts';
import { Cents } from '../../primitives.ts';
import { type StandingBound, standingBounds, standings } from './standing-bounds.ts';

const count = z.int().nonnegative();

const formula = {
  /** The numbers of the formula and the limits of each standing, by name. */
  bounds: z.record(z.enum(Object.keys(standingBounds) as [StandingBound, ...StandingBound[]]), count),
  /**
   * Days after which a doubtful review that no admin has read is approved (NEW_DOUBTFUL_APPROVAL_DAYS,
   * DOUBTFUL_APPROVAL_DAYS).
   */
  doubtfulDays: z.strictObject({ new: count, known: count }),
};

export const OwnStanding = z.strictObject({
  standing: z.enum(standings),
  /** False for test and sample accounts. */
  hasBounds: z.boolean(),
  /** The figures that determine the standing. */
  figures: z.strictObject({
    approved: count,
    approvedDays: count,
    recentDecided: count,
    recentApproved: count,
    recentCopied: count,
    recentReversed: count,
    marks: count,
    markArtists: count,
    /** From 0 to 1; null while no marks count. */
    usefulness: z.number().nullable(),
  }),
  ...formula,
  rewardCents: Cents,
});
export type OwnStanding = z.infer<typeof OwnStanding>;

/** The formula alone, for users who are not listeners. */
export const StandingFormula = z.strictObject({ standing: z.null(), figures: z.null(), ...formula });
export type StandingFormula = z.infer<typeof StandingFormula>;

export const readStanding = call({
  method: 'GET',
  path: '/api/standing',
  summary:
    "The published formula of listeners' standing. Listeners also get their own standing and every figure it is computed from.",
  spec: [],
  who: 'signed_in',
  answer: z.union([OwnStanding, StandingFormula]),
  status: 200,
  refusals: [],
});
