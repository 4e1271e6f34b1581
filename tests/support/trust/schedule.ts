/** Somebody's doings: each yield waits so many seconds of the simulated time. */
export type Doings = AsyncGenerator<number, void>;

interface Waiting {
  readonly at: number;
  readonly doings: Doings;
}

/** Moments are met at whole ticks. So many people work side by side, each at a time of their own; whoever is earliest goes on. */
const tickMilliseconds = 6000;
const sideBySide = 6;
/** Nobody is further ahead of another's moment: a slow answer holds up the others before they outrun it. */
const furthestAhead = 120_000;

interface Course {
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Does somebody's next piece of work at its moment. */
  readonly runAt: <Done>(moment: Date, work: () => Promise<Done>) => Promise<Done>;
  /** Ends it before. */
  readonly isOver: () => boolean;
}

/** Runs everybody's doings in the order of their moments: each waits for the own answers, not for those of others. */
export async function runSchedule(
  everybody: readonly Doings[],
  { startsAt, endsAt, runAt, isOver }: Course,
): Promise<void> {
  const heap: Waiting[] = [];
  for (const doings of everybody) push(heap, { at: startsAt.getTime(), doings });
  const working = new Map<Promise<void>, number>();
  const goOn = async ({ at: met, doings }: Waiting) => {
    const { done, value } = await runAt(new Date(met), () => doings.next());
    if (!done) push(heap, { at: met + untilTick(value), doings });
  };
  for (;;) {
    const until = Math.min(endsAt.getTime() - 1, Math.min(...working.values()) + furthestAhead);
    const next = working.size < sideBySide && at(heap, 0) <= until && !isOver() ? pop(heap) : undefined;
    if (next) {
      const work: Promise<void> = goOn(next).finally(() => working.delete(work));
      working.set(work, next.at);
    } else if (working.size > 0) await Promise.race(working.keys());
    else return;
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
