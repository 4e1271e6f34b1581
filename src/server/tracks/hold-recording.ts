import type { Transaction } from '../adapters/database/database.ts';
import {
  endReportedHold,
  holdNewcomersTrack,
  holdReportedTrack,
  lockEntriesOfLater,
  storeHold,
} from './holds-store.ts';

const hour = 3_600_000;
/** Whose account is younger, and without a plan, waits until a person has looked, or so long. */
const newcomerDays = 7;
const longestHoldHours = 48;

interface Held {
  readonly trackId: string;
  readonly now: Date;
}

/**
 * Keeps a track from listeners that was just found to be the same recording as an earlier one of another artist, where its own artist is
 * a newcomer without a plan, or a report about its rights is open.
 */
export const holdFound = (tx: Transaction, held: Held): Promise<void> =>
  hold(tx, held, ['newcomer', 'report']);

/** The same of a track that was just reported for its rights; a track that is not known to be another's recording is served on. */
export const holdReported = (tx: Transaction, held: Held): Promise<void> => hold(tx, held, ['report']);

/** Until a person decides, 48 hours at most, and once for a track. */
async function hold(tx: Transaction, held: Held, reasons: readonly ('newcomer' | 'report')[]): Promise<void> {
  const { trackId } = held;
  // Locked, so that of two reports one holds it, and none once an admin has decided.
  const entries = await lockEntriesOfLater.all(tx, { trackId });
  const isUndecided = entries.some(({ decision }) => decision === null);
  if (!isUndecided || entries.some(({ heldFor }) => heldFor !== null)) return;
  for (const heldFor of reasons) {
    if ((await holds[heldFor](tx, held)) > 0) return void (await storeHold.run(tx, { trackId, heldFor }));
  }
}

const until = (now: Date): Date => new Date(now.getTime() + longestHoldHours * hour);
const joinedAfter = (now: Date): Date => new Date(now.getTime() - newcomerDays * 24 * hour);
const holds = {
  newcomer: (tx: Transaction, { trackId, now }: Held) =>
    holdNewcomersTrack.run(tx, { trackId, until: until(now), joinedAfter: joinedAfter(now) }),
  report: (tx: Transaction, { trackId, now }: Held) =>
    holdReportedTrack.run(tx, { trackId, until: until(now) }),
};

/** Serves a track again that was held on reports, once none about its rights is open. */
export async function endHoldOfReports(tx: Transaction, trackId: string): Promise<void> {
  await endReportedHold.run(tx, { trackId });
}
