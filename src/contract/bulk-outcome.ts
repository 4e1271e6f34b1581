import { z } from 'zod';
import { Id } from './primitives.ts';

/**
 * The outcome for each item of a bulk action: done, 'awaits_second' for the first of two approvals, or the code of the
 * refusal.
 */
export const BulkOutcome = z.strictObject({
  outcomes: z.array(z.strictObject({ id: Id, outcome: z.string() })),
});
export type BulkOutcome = z.infer<typeof BulkOutcome>;
