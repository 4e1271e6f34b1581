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
  /** The destination it is about, where it is about one. */
  readonly payeeId?: string;
  /** The address before and the one from now on. */
  readonly addresses: readonly string[];
}

/**
 * Lets nothing leave for a user for 72 hours, and tells every address of the account, with a link that stops payouts. Does
 * nothing for somebody who has given no destination, unless a listener's email address changes.
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

/** What holds a user's payouts, if anything ever did. */
export const readPayoutHold = (db: Queryable, userId: string) => readHold.one(db, { userId });

/** Lets nothing leave any more, until an admin lifts it. False when it was stopped already. */
export const stopLeaving = async (tx: Transaction, userId: string, now: Date): Promise<boolean> =>
  (await stop.one(tx, { userId, now })) !== undefined;

/** False when nothing was stopped. */
export const letLeave = async (tx: Transaction, userId: string): Promise<boolean> =>
  (await lift.one(tx, { userId })) !== undefined;
