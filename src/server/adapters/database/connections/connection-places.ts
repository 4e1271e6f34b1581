import { currentWork } from '../current-work.ts';
import { DatabaseUnavailable } from './database-unavailable.ts';

/** The longest wait for a connection in milliseconds. A request waits less than a second, so overload fails fast. */
const longestWait = { call: 900, money: 1_200, other: 3_000 } as const;
/** How many may wait for each connection; the next one fails at once. */
const mostWaiting = 10;

export interface PlaceFigures {
  readonly total: number;
  readonly used: number;
  readonly waiting: number;
}

export interface ConnectionPlaces {
  /** Resolves with how to leave. @throws DatabaseUnavailable when no place came free in time */
  enter(): Promise<() => void>;
  figures(): PlaceFigures;
}

interface Waiter {
  readonly enter: () => void;
}

/**
 * Who may hold a connection of a pool. A quarter is kept for money calls: while everything else is waiting for a slow
 * query, payouts and reviews still come through. First come, first served among equals.
 * `patience` is how many times as long they wait, for tests.
 */
export function connectionPlaces(total: number, patience = 1): ConnectionPlaces {
  const forOthers = total - Math.floor(total / 4);
  const used = { money: 0, others: 0 };
  const waiting = { money: new Set<Waiter>(), others: new Set<Waiter>() };

  const isFree = (kind: keyof typeof used) =>
    used.money + used.others < total && (kind === 'money' || used.others < forOthers);

  const letIn = () => {
    for (const kind of ['money', 'others'] as const) {
      for (const waiter of waiting[kind]) {
        if (!isFree(kind)) break;
        waiting[kind].delete(waiter);
        used[kind] += 1;
        waiter.enter();
      }
    }
  };

  const wait = (kind: keyof typeof used, milliseconds: number) =>
    new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        enter: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        waiting[kind].delete(waiter);
        reject(new DatabaseUnavailable('All connections are in use.'));
      }, milliseconds);
      waiting[kind].add(waiter);
    });

  return {
    enter: async () => {
      const work = currentWork();
      const kind = work?.isMoney ? 'money' : 'others';
      if (isFree(kind)) used[kind] += 1;
      else if (work && waiting[kind].size >= total * mostWaiting) {
        throw new DatabaseUnavailable('All connections are in use, and too many wait.');
      } else await wait(kind, patience * longestWait[work ? (work.isMoney ? 'money' : 'call') : 'other']);
      return () => {
        used[kind] -= 1;
        letIn();
      };
    },
    figures: () => ({
      total,
      used: used.money + used.others,
      waiting: waiting.money.size + waiting.others.size,
    }),
  };
}
