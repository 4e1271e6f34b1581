import { currentWork } from '../current-work.ts';
import { DatabaseUnavailable } from './database-unavailable.ts';

/** Longest wait for a connection in milliseconds. A request waits about a second at most, so overload fails fast. */
const longestWait = { call: 900, money: 1_200, other: 3_000 } as const;
/** Callers that may wait per connection; further ones fail at once. */
const mostWaiting = 10;

export interface PlaceFigures {
  readonly total: number;
  readonly used: number;
  readonly waiting: number;
}

export interface ConnectionPlaces {
  /** Resolves with the function that frees the slot. @throws DatabaseUnavailable if none was free in time */
  enter(): Promise<() => void>;
  figures(): PlaceFigures;
}

interface Waiter {
  readonly enter: () => void;
}

/**
 * Limits who may use a pool's connections. A quarter is reserved for money calls, so payouts and reviews get through
 * while everything else waits for a slow query. First come, first served among equals. `patience` multiplies the waits,
 * for tests.
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
