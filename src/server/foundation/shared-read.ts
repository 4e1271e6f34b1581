/**
 * One read for all callers that ask while it runs, as the gauges of a scrape do. Its value is cached for this long
 * afterwards; a failed read is not.
 */
export function sharedRead<Value>(read: () => Promise<Value>, keptMilliseconds = 0): () => Promise<Value> {
  let last: { readonly value: Promise<Value>; until: number } | undefined;
  return () => {
    if (last && performance.now() < last.until) return last.value;
    const current = { value: read(), until: Number.POSITIVE_INFINITY };
    last = current;
    current.value.then(
      () => {
        current.until = performance.now() + keptMilliseconds;
      },
      () => {
        current.until = 0;
      },
    );
    return current.value;
  };
}
