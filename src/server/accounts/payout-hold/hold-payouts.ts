import type { Queryable, Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { payoutHoldMail } from '../emails/payout-mails.ts';
import { queueMail } from '../emails/queue-mail.ts';
import { type HoldReason, hold, lift, promiseAfterHold, readHold, stop } from './hold-store.ts';
import { makeStopToken, stopLink } from './stop-link.ts';

const holdHours = 72;

interface Held {
  readonly userId: string;
  readonly reason: HoldReason;
  /** The destination that caused the hold, if any. */
  readonly payeeId?: string;
  /** The old and new addresses. */
  readonly addresses: readonly string[];
}

/**
 * Holds a user's payouts for 72 hours and notifies every address of the account, with a link that stops payouts.
 * Skipped for users without a destination, unless a listener's email address changes.
 */
export async function holdPayouts(
  tx: Transaction,
  { config, clock, keys }: Pick<Dependencies, 'config' | 'clock' | 'keys'>,
  { userId, reason, payeeId, addresses }: Held,
): Promise<void> {
  const now = clock.now();
  const until = new Date(now.getTime() + holdHours * 3600 * 1000);
  if (!(await hold.one(tx, { userId, until, reason }))) return;
  await promiseAfterHold.run(tx, { userId });
  const token = makeStopToken(keys.payoutStops, { userId, payeeId: payeeId ?? null }, now);
  const mail = payoutHoldMail({ reason, until, stopLink: stopLink(config.publicUrl, token) });
  for (const address of new Set(addresses)) await queueMail(tx, { name: '', address }, mail, now);
}

/** The user's payout hold, past or present, if any. */
export const readPayoutHold = (db: Queryable, userId: string) => readHold.one(db, { userId });

/** Stops a user's payouts until an admin lifts the stop. False if they were already stopped. */
export const stopLeaving = async (tx: Transaction, userId: string, now: Date): Promise<boolean> =>
  (await stop.one(tx, { userId, now })) !== undefined;

/** Lifts the stop. False if there was none. */
export const letLeave = async (tx: Transaction, userId: string): Promise<boolean> =>
  (await lift.one(tx, { userId })) !== undefined;
