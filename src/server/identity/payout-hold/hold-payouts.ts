import type { Queryable, Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { payoutHoldMail } from '../emails/payout-mails.ts';
import { queueMail } from '../emails/queue-mail.ts';
import { emailFingerprint } from '../fingerprint.ts';
import {
  type HoldReason,
  hold,
  lift,
  pastOfAccount,
  promiseAfterHold,
  readHold,
  stop,
} from './hold-store.ts';
import { makeStopToken, stopLink } from './stop-link.ts';
import type { AccountPast } from './stop-link-rules.ts';

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
  for (const address of new Set(addresses)) {
    const claims = { userId, payeeId: payeeId ?? null, address: emailFingerprint(keys, address) };
    const link = stopLink(config.publicUrl, makeStopToken(keys.payoutStops, claims, now));
    await queueMail(tx, { name: '', address }, payoutHoldMail({ reason, until, stopLink: link }), now);
  }
}

/** The user's payout hold, past or present, if any. */
export const readPayoutHold = (db: Queryable, userId: string) => readHold.one(db, { userId });

/** Stops a user's payouts until an admin lifts the stop. False if they were already stopped. */
export const stopLeaving = async (tx: Transaction, userId: string, now: Date): Promise<boolean> =>
  (await stop.one(tx, { userId, now })) !== undefined;

/** Lifts the stop. False if there was none. */
export const letLeave = async (tx: Transaction, userId: string): Promise<boolean> =>
  (await lift.one(tx, { userId })) !== undefined;

/** What decides which of the account's links still work. */
export async function readPast(tx: Transaction, userId: string): Promise<AccountPast> {
  const events = await pastOfAccount.all(tx, { userId });
  const lifted = events.findLast(({ event }) => event === 'payout_stop_lifted');
  return {
    changes: events.flatMap(({ from, to }) => (from && to ? [{ from, to }] : [])),
    resets: events.flatMap(({ at, event, address }) =>
      event === 'password_reset' && address ? [{ at, address }] : [],
    ),
    liftedAt: lifted?.at ?? null,
  };
}
