import { boolean, nullable, oneOf, text, timestamp, uuid } from '../adapters/database/columns.ts';
import { statement } from '../adapters/database/statement.ts';

export const holdReasons = [
  'first_destination',
  'changed_destination',
  'changed_email',
  'reset_password',
  'removed_factor',
] as const;
export type HoldReason = (typeof holdReasons)[number];

/**
 * A hold is only ever extended. Without a destination nothing is held, since the first one causes a hold of its own. A
 * changed email address of a listener, or of whoever reviewed as one, is the exception: emails about a first destination
 * would only go to the new one.
 */
export const hold = statement({
  takes: { userId: uuid, until: timestamp, reason: oneOf(...holdReasons) },
  gives: { isStopped: boolean },
})`insert into payout_holds (user_id, held_until, held_for)
     select ${'userId'}, ${'until'}, ${'reason'} 
      where exists (select from payees where user_id = ${'userId'})
         or ${'reason'} = 'changed_email'
            and (exists (select from profiles where user_id = ${'userId'} and user_type = 'listener')
              or exists (select from reviews where listener_id = ${'userId'}))
   on conflict (user_id) do update set held_until = greatest(payout_holds.held_until, excluded.held_until),
     held_for = excluded.held_for
   returning stopped_at is not null as "isStopped"`;

/** Moves the promised dates of open payouts past the hold. */
export const promiseAfterHold = statement({ takes: { userId: uuid }, gives: {} })`
  select from ledger.freeze_destination(${'userId'})`;

export const readHold = statement({
  takes: { userId: uuid },
  gives: { heldUntil: timestamp, heldFor: oneOf(...holdReasons), stoppedAt: nullable(timestamp) },
})`select held_until as "heldUntil", held_for as "heldFor", stopped_at as "stoppedAt"
   from payout_holds where user_id = ${'userId'}`;

/** Stops every payout that has not been sent. Returns one row unless they were already stopped. */
export const stop = statement({ takes: { userId: uuid, now: timestamp }, gives: { userId: uuid } })`
  insert into payout_holds (user_id, held_until, held_for, stopped_at)
    values (${'userId'}, ${'now'}, 'changed_destination', ${'now'})
  on conflict (user_id) do update set stopped_at = excluded.stopped_at where payout_holds.stopped_at is null
  returning user_id as "userId"`;

/** Returns one row if payouts were stopped. */
export const lift = statement({ takes: { userId: uuid }, gives: { userId: uuid } })`
  update payout_holds set stopped_at = null where user_id = ${'userId'} and stopped_at is not null
  returning user_id as "userId"`;

/** Changes of the address, resets of the password and lifted stops, oldest first. */
export const pastOfAccount = statement({
  takes: { userId: uuid },
  gives: { at: timestamp, event: text, from: nullable(text), to: nullable(text), address: nullable(text) },
})`select at, event, details ->> 'from' as "from", details ->> 'to' as "to", details ->> 'address' as address
   from auth_audit
   where user_id = ${'userId'} and event in ('email_changed', 'password_reset', 'payout_stop_lifted') order by id`;
