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

interface User {
  readonly kind: 'money' | 'others';
  /** Undefined outside of requests. */
  readonly call: string | undefined;
}

interface Waiter extends User {
  readonly enter: () => void;
}

/**
 * Limits who may use a pool's connections. A quarter is reserved for money calls, so payouts and reviews get through
 * while everything else waits for a slow query. No call uses more than half, so one whose requests wait for each other,
 * such as listeners who are served the same track, leaves the rest to all others. First come, first served among equals.
 * `patience` multiplies the waits, for tests.
 */
export function connectionPlaces(total: number, patience = 1): ConnectionPlaces {
  const forOthers = total - Math.floor(total / 4);
  const forOneCall = Math.max(2, Math.ceil(total / 2));
  const used = { money: 0, others: 0 };
  const usedByCall = new Map<string, number>();
  const waiting = { money: new Set<Waiter>(), others: new Set<Waiter>() };

  const isFree = ({ kind, call }: User) =>
    used.money + used.others < total &&
    (kind === 'money' || used.others < forOthers) &&
    (call === undefined || (usedByCall.get(call) ?? 0) < forOneCall);

  const count = ({ kind, call }: User, change: 1 | -1) => {
    used[kind] += change;
    if (call !== undefined) usedByCall.set(call, (usedByCall.get(call) ?? 0) + change);
  };

  const letIn = () => {
    for (const waiter of [...waiting.money, ...waiting.others]) {
      if (!isFree(waiter)) continue;
      waiting[waiter.kind].delete(waiter);
      count(waiter, 1);
      waiter.enter();
    }
  };

  const wait = (user: User, milliseconds: number) =>
    new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        ...user,
        enter: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        waiting[user.kind].delete(waiter);
        reject(new DatabaseUnavailable('All connections are in use.'));
      }, milliseconds);
      waiting[user.kind].add(waiter);
    });

  return {
    enter: async () => {
      const work = currentWork();
      const user: User = { kind: work?.isMoney ? 'money' : 'others', call: work?.call };
      if (isFree(user)) count(user, 1);
      else if (work && waiting[user.kind].size >= total * mostWaiting) {
        throw new DatabaseUnavailable('All connections are in use, and too many wait.');
      } else await wait(user, patience * longestWait[work ? (work.isMoney ? 'money' : 'call') : 'other']);
      return () => {
        count(user, -1);
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
