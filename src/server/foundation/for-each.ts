import type { BulkOutcome } from '#contract/bulk-outcome.ts';
import { Refusal } from './refusals.ts';

/** The outcome for one item: the result of `outcomeFor`, or the code of the refusal. */
async function outcomeOf<Result>(
  act: Promise<Result>,
  outcomeFor: (result: Result) => string,
): Promise<string> {
  try {
    return outcomeFor(await act);
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** Runs the act for each id, one after the other, each in its own transaction. Duplicates run once. */
export async function forEach<Result>(
  ids: readonly string[],
  act: (id: string) => Promise<Result>,
  outcomeFor: (result: Result) => string = () => 'done',
): Promise<BulkOutcome> {
  const outcomes: BulkOutcome['outcomes'] = [];
  for (const id of new Set(ids)) outcomes.push({ id, outcome: await outcomeOf(act(id), outcomeFor) });
  return { outcomes };
}

/**
 * Runs the act for each item, one after the other. An item that fails does not block those behind it.
 * @throws AggregateError at the end, if any failed
 */
export async function eachCatching<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  act: (item: Item) => Promise<unknown>,
  message: string,
): Promise<void> {
  const failures: unknown[] = [];
  for await (const item of items) {
    try {
      await act(item);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, message);
}
