import type { Transaction } from '../../../adapters/database/database.ts';
import {
  lockOpenLease,
  readDelivered,
  readFormerDelivered,
  storeBytesSent,
  storeDelivered,
  storeFormerDelivered,
} from './audio-store.ts';

/** What was sent of a track before, and the state of the player. */
interface LockedDelivery {
  /** The ends of the stretches, in pairs. */
  readonly delivered: readonly number[];
  /** Milliseconds that the player has run, as it reported. */
  readonly reportedMs: number;
  readonly beatAt: Date | null;
  readonly isPlaying: boolean | null;
  /** Loaded ahead: the listener has not reached this track yet. */
  readonly isComing: boolean;
  store(sent: {
    /** All stretches, in PostgreSQL's multirange syntax. */
    readonly delivered: string;
    readonly bytes: number;
    /** Now, if they count as opening the track. */
    readonly openedAt: Date | null;
  }): Promise<void>;
}

/** Where the bytes sent to one hearer are recorded: under a listener's lease, or for the device of a guest. */
export interface DeliveryRecord {
  /**
   * Locks it until the transaction ends, so that parallel streams share one allowance. Undefined if the track may not be
   * heard any more.
   */
  lock(tx: Transaction, now: Date): Promise<LockedDelivery | undefined>;
}

/**
 * The record of a lease.
 * @param isFormer the former version in a comparison: both are paced separately but by one clock, because they play at
 * the same position
 */
export const leaseDelivery = (leaseId: string, isFormer: boolean): DeliveryRecord => ({
  lock: async (tx) => {
    await lockOpenLease.one(tx, { leaseId });
    const row = await (isFormer ? readFormerDelivered : readDelivered).one(tx, { leaseId });
    if (!row) return undefined;
    const { listenerId, trackId } = row;
    return {
      ...row,
      store: async ({ delivered, bytes, openedAt }) => {
        const ranges = { listenerId, trackId, delivered };
        if (isFormer) return void (await storeFormerDelivered.run(tx, ranges));
        await storeDelivered.run(tx, { ...ranges, openedAt: openedAt ?? row.openedAt });
        await storeBytesSent.run(tx, { leaseId, bytes });
      },
    };
  },
});
