import type { KeyObject } from 'node:crypto';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Queryable, Transaction } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { isSigned, signText } from '../foundation/signed-text-rules.ts';
import { payoutHoldMail } from './emails/payout-mails.ts';
import { queueMail } from './emails/queue-mail.ts';
import { emailFingerprint } from './fingerprint.ts';
import {
  type HoldReason,
  hold,
  lift,
  pastOfAccount,
  promiseAfterHold,
  readHold,
  stop,
} from './payout-hold-store.ts';
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
 * Holds a user's payouts for 72 hours and notifies every address of the account, with a link that stops payouts. The
 * email that a first destination was confirmed from has that link already.
 * Skipped for users without a destination, unless the email address of someone who reviews changes.
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
  if (reason === 'first_destination') return;
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

/** The user whose payouts a link stops, the destination its email was about, and where the email went. */
interface StopClaims {
  readonly userId: string;
  readonly payeeId: string | null;
  /** The address's fingerprint; null for links from before it was part of them. */
  readonly address: string | null;
}

const linkMilliseconds = 30 * dayMilliseconds;

/** A signed token without a row in the database: an intruder in the account cannot void the links of earlier emails. */
export function makeStopToken(key: KeyObject, { userId, payeeId, address }: StopClaims, now: Date): string {
  const expires = now.getTime() + linkMilliseconds;
  const payload = Buffer.from([userId, payeeId ?? '', expires, address ?? ''].join(' ')).toString(
    'base64url',
  );
  return `${payload}.${signText(key, payload)}`;
}

/** The content of a token and when it was made; undefined if this server did not sign it or it has expired. */
export function readStopToken(
  key: KeyObject,
  token: string,
  now: Date,
): (StopClaims & { readonly madeAt: Date }) | undefined {
  const [payload = '', mac = '', ...rest] = token.split('.');
  if (rest.length > 0) return undefined;
  if (!isSigned(key, payload, mac)) return undefined;
  const [userId, payeeId, expires, address] = Buffer.from(payload, 'base64url').toString().split(' ');
  if (!userId || Number(expires) <= now.getTime()) return undefined;
  const madeAt = new Date(Number(expires) - linkMilliseconds);
  return { userId, payeeId: payeeId || null, address: address || null, madeAt };
}

export const stopLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/payouts/link#type=stop&token=${token}`;
