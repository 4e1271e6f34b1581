import { z } from 'zod';
import { Id } from './primitives.ts';

/** What became of each thing of a bulk act: done, 'awaits_second' for a first of two approvals, or the code of the refusal. */
export const BulkOutcome = z.strictObject({
  outcomes: z.array(z.strictObject({ id: Id, outcome: z.string() })),
});
export type BulkOutcome = z.infer<typeof BulkOutcome>;
