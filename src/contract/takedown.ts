import { z } from 'zod';
import { Id, Timestamp } from './primitives.ts';
import { reportedKinds, takedownReasonCodes } from './report-reasons.ts';

export const ReportedKind = z.enum(reportedKinds);
export const TakedownReason = z.enum(takedownReasonCodes);

/** That something is taken down, as its owner sees it. */
export const Takedown = z.strictObject({
  id: Id,
  reason: TakedownReason,
  sentence: z.string(),
  takenAt: Timestamp,
  /** What the owner said to it, once. */
  answer: z.string().nullable(),
  /** What was said to the answer where the thing stays down. */
  upheldSentence: z.string().nullable(),
});
export type Takedown = z.infer<typeof Takedown>;
