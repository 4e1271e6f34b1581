/** Somebody's doings: each yield waits so many seconds of the simulated time. */
export type Doings = AsyncGenerator<number, void>;

interface Waiting {
  readonly at: number;
  readonly doings: Doings;
}

/** Moments are met at whole ticks: those who meet at one work side by side, as far as the server's connections go. */
const tickMilliseconds = 6000;
const sideBySide = 4;

interface Course {
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly moveTo: (moment: Date) => void;
  /** Ends it before. */
  readonly isOver: () => boolean;
}

/** Runs everybody's doings in the order of their moments, and moves the clock from moment to moment. */
export async function runSchedule(
  everybody: readonly Doings[],
  { startsAt, endsAt, moveTo, isOver }: Course,
): Promise<void> {
  const heap: Waiting[] = [];
  for (const doings of everybody) push(heap, { at: startsAt.getTime(), doings });
  const goOn = async ({ at: met, doings }: Waiting) => {
    const { done, value } = await doings.next();
    if (!done) push(heap, { at: met + untilTick(value), doings });
  };
  for (let moment = at(heap, 0); moment < endsAt.getTime() && !isOver(); moment = at(heap, 0)) {
    moveTo(new Date(moment));
    const work = async () => {
      while (at(heap, 0) === moment) {
        const next = pop(heap);
        if (next) await goOn(next);
      }
    };
    await Promise.all(Array.from({ length: sideBySide }, work));
  }
}

const untilTick = (seconds: number) =>
  Math.max(1, Math.ceil((seconds * 1000) / tickMilliseconds)) * tickMilliseconds;

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
