import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Transaction } from '../../../adapters/database/database.ts';
import type { Dependencies } from '../../../dependencies.ts';
import {
  closeSame,
  endHoldsThatAreOver,
  endReportedHold,
  holdNewcomersTrack,
  holdReportedTrack,
  lockClosedSame,
  lockEntriesOfLater,
  lockOpenSame,
  reopenSame,
  sameClosedBy,
  storeHold,
} from './recordings-store.ts';

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

/** The job that serves tracks again whose hold is over. */
export const endHoldsJob = 'end-holds';

export async function endHolds({ database, clock }: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  await endHoldsThatAreOver.run(database, { now: clock.now() });
}

/** Locks entries before leases and tracks, in the same order as a decision about an entry. */
export const lockSameRecordings = async (tx: Transaction, trackId: string): Promise<void> => {
  await lockOpenSame.all(tx, { trackId });
};

type Entry = Awaited<ReturnType<typeof sameClosedBy.all>>[number];

export const artistsOfEntries = (
  entries: readonly Pick<Entry, 'earlierArtistId' | 'laterArtistId'>[],
): string[] => entries.flatMap(({ earlierArtistId, laterArtistId }) => [earlierArtistId, laterArtistId]);

/**
 * Locks the open entries about a track's recording that its takedown closes. A takedown for copyright settles whose
 * recording it is. Any other reason may apply to the other track as well, so the entry stays open while that one is
 * served.
 */
export async function lockClosedBy(
  tx: Transaction,
  { trackId, isCopyright }: { readonly trackId: string; readonly isCopyright: boolean },
): Promise<readonly Entry[]> {
  await lockSameRecordings(tx, trackId);
  // Read after locking, because the other track may have been taken down concurrently.
  return sameClosedBy.all(tx, { trackId, isCopyright });
}

/** Closes entries because of a takedown, and ends the hold of a track that waited for them. */
export async function closeSameRecordings(
  tx: Transaction,
  entries: readonly Entry[],
  closed: {
    readonly takedownId: string;
    readonly note: string;
    readonly decidedBy: string;
    readonly now: Date;
  },
): Promise<void> {
  await closeSame.run(tx, { ...closed, ids: entries.map(({ id }) => id) });
}

/** Locks the entries that a takedown closed, before tracks are locked, and returns their artists. */
export const lockArtistsOfClosed = async (tx: Transaction, takedownId: string): Promise<string[]> =>
  artistsOfEntries(await lockClosedSame.all(tx, { takedownId }));

/**
 * Reopens the entries that a track's takedown closed, once the track is restored. The other track waits for the rest of
 * its hold.
 */
export async function reopenSameRecordings(
  tx: Transaction,
  restored: { readonly takedownId: string; readonly trackId: string; readonly now: Date },
): Promise<void> {
  await reopenSame.run(tx, restored);
}
