import type { BulkOutcome } from '#contract/bulk-outcome.ts';
import { Refusal } from './refusals.ts';

/** What one thing of many came to: what `told` makes of it, or the code of its refusal. */
async function outcomeOf<Result>(act: Promise<Result>, told: (result: Result) => string): Promise<string> {
  try {
    return told(await act);
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** One after the other, each in a transaction of its own; what is named twice is done once. */
export async function forEach<Result>(
  ids: readonly string[],
  act: (id: string) => Promise<Result>,
  told: (result: Result) => string = () => 'done',
): Promise<BulkOutcome> {
  const outcomes: BulkOutcome['outcomes'] = [];
  for (const id of new Set(ids)) outcomes.push({ id, outcome: await outcomeOf(act(id), told) });
  return { outcomes };
}
