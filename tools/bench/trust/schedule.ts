/** Somebody's doings: each yield waits so many seconds of the simulated time. */
export type Doings = AsyncGenerator<number, void>;

interface Waiting {
  readonly at: number;
  readonly doings: Doings;
}

/** Runs everybody's doings in the order of their moments, one at a time, and moves the clock from moment to moment. */
export async function runSchedule(
  everybody: readonly Doings[],
  startsAt: Date,
  endsAt: Date,
  moveTo: (moment: Date) => void,
): Promise<void> {
  const heap: Waiting[] = [];
  for (const doings of everybody) push(heap, { at: startsAt.getTime(), doings });
  for (let next = pop(heap); next !== undefined && next.at < endsAt.getTime(); next = pop(heap)) {
    moveTo(new Date(next.at));
    const { done, value } = await next.doings.next();
    if (!done) push(heap, { at: next.at + Math.round(value * 1000), doings: next.doings });
  }
}

const at = (heap: readonly Waiting[], place: number) => heap[place]?.at ?? Number.POSITIVE_INFINITY;

function swap(heap: Waiting[], one: number, other: number): void {
  const [first, second] = [heap[one], heap[other]];
  if (first && second) [heap[one], heap[other]] = [second, first];
}

function push(heap: Waiting[], waiting: Waiting): void {
  heap.push(waiting);
  for (let place = heap.length - 1; place > 0; ) {
    const parent = (place - 1) >> 1;
    if (at(heap, parent) <= at(heap, place)) return;
    swap(heap, parent, place);
    place = parent;
  }
}

function pop(heap: Waiting[]): Waiting | undefined {
  swap(heap, 0, heap.length - 1);
  const least = heap.pop();
  for (let place = 0; ; ) {
    const children = [2 * place + 1, 2 * place + 2];
    const smaller = at(heap, children[0] ?? 0) <= at(heap, children[1] ?? 0) ? children[0] : children[1];
    if (smaller === undefined || at(heap, smaller) >= at(heap, place)) return least;
    swap(heap, place, smaller);
    place = smaller;
  }
}
