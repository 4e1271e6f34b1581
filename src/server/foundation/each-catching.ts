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
