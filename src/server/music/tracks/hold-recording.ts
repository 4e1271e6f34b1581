import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import {
  endReportedHold,
  holdNewcomersTrack,
  holdReportedTrack,
  lockEntriesOfLater,
  storeHold,
} from './holds-store.ts';

const hour = 3_600_000;
/** A younger account without a plan has its track held until an admin has looked, or at most this long. */
const newcomerDays = 7;
const longestHoldHours = 48;

interface Held {
  readonly trackId: string;
  readonly now: Date;
}

/**
 * Holds a track that was just found to equal an earlier one by another artist, if its artist is a newcomer without a
 * plan, or a copyright report about it is open.
 */
export const holdFound = (tx: Transaction, held: Held): Promise<void> =>
  hold(tx, held, ['newcomer', 'report']);

/**
 * The same for a track that was just reported for copyright. A track not known to equal another's recording stays
 * available.
 */
export const holdReported = (tx: Transaction, held: Held): Promise<void> => hold(tx, held, ['report']);

/** Until an admin decides, at most 48 hours, and once per track. */
async function hold(tx: Transaction, held: Held, reasons: readonly ('newcomer' | 'report')[]): Promise<void> {
  const { trackId } = held;
  // Locked, so that of two reports only one holds it, and none after an admin has decided.
  const entries = await lockEntriesOfLater.all(tx, { trackId });
  const isUndecided = entries.some(({ decision }) => decision === null);
  if (!isUndecided || entries.some(({ heldFor }) => heldFor !== null)) return;
  for (const heldFor of reasons) {
    if ((await holds[heldFor](tx, held)) > 0) return void (await storeHold.run(tx, { trackId, heldFor }));
  }
}

const until = (now: Date): Date => new Date(now.getTime() + longestHoldHours * hour);
const joinedAfter = (now: Date): Date => new Date(now.getTime() - newcomerDays * dayMilliseconds);
const holds = {
  newcomer: (tx: Transaction, { trackId, now }: Held) =>
    holdNewcomersTrack.run(tx, { trackId, until: until(now), joinedAfter: joinedAfter(now) }),
  report: (tx: Transaction, { trackId, now }: Held) =>
    holdReportedTrack.run(tx, { trackId, until: until(now) }),
};

/** Ends a hold that was caused by reports, once no copyright report is open. */
export async function endHoldOfReports(tx: Transaction, trackId: string): Promise<void> {
  await endReportedHold.run(tx, { trackId });
}
