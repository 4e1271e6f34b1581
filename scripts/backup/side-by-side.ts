/**
 * Does this to so many items at the same time, and yields what came of each in the order of the items. No more of them are
 * read or kept than are being done. Where one fails, none is begun anymore, and those that were begun end before it throws:
 * nothing is written after the work has failed.
 */
export async function* sideBySide<Item, Made>(
  items: AsyncIterable<Item>,
  atOnce: number,
  act: (item: Item) => Promise<Made>,
): AsyncGenerator<Made, void> {
  const begun: Promise<Made>[] = [];
  try {
    for await (const item of items) {
      const made = act(item);
      // Its failure is thrown when its turn comes; until then nobody listens.
      made.catch(() => undefined);
      begun.push(made);
      if (begun.length === atOnce) yield* nextOf(begun);
    }
    while (begun.length > 0) yield* nextOf(begun);
  } finally {
    await Promise.allSettled(begun);
  }
}

async function* nextOf<Made>(begun: Promise<Made>[]): AsyncGenerator<Made, void> {
  const made = begun.shift();
  if (made) yield await made;
}
