import { z } from 'zod';
import { Id, Timestamp } from './primitives.ts';
import { reportedKinds, takedownReasonCodes } from './report-reasons.ts';

export const ReportedKind = z.enum(reportedKinds);
export const TakedownReason = z.enum(takedownReasonCodes);

/** A takedown, as the owner of the thing sees it. */
export const Takedown = z.strictObject({
  id: Id,
  reason: TakedownReason,
  sentence: z.string(),
  takenAt: Timestamp,
  /** The owner's one answer. */
  answer: z.string().nullable(),
  /** The admin's reply to the answer, if the takedown stands. */
  upheldSentence: z.string().nullable(),
});
export type Takedown = z.infer<typeof Takedown>;
