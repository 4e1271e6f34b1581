import type { BulkOutcome } from '#contract/bulk-outcome.ts';
import { Refusal } from './refusals.ts';

/** What one thing of many came to: 'done', or the code of its refusal. */
async function outcomeOf(act: Promise<unknown>): Promise<string> {
  try {
    await act;
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** One after the other, each in a transaction of its own; what is named twice is done once. */
export async function forEach(
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
): Promise<BulkOutcome> {
  const outcomes: BulkOutcome['outcomes'] = [];
  for (const id of new Set(ids)) outcomes.push({ id, outcome: await outcomeOf(act(id)) });
  return { outcomes };
}
