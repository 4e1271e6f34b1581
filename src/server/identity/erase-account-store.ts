import { text, timestamp, uuid } from '../adapters/database/columns.ts';
import type { Transaction } from '../adapters/database/database.ts';
import { statement } from '../adapters/database/statement.ts';

const ofUser = { takes: { userId: uuid }, gives: {} } as const;

// Rows that are only about the person and that nothing else references. Emails are deleted first, while the address is
// still known.
const personalRows = [
  statement(ofUser)`
    delete from outbox where recipient_address = (select email from users where id = ${'userId'})`,
  statement(ofUser)`delete from factors where user_id = ${'userId'}`,
  statement(ofUser)`delete from recovery_codes where user_id = ${'userId'}`,
  statement(ofUser)`delete from one_time_tokens where user_id = ${'userId'}`,
  statement(ofUser)`delete from idempotency_keys where user_id = ${'userId'}`,
  statement(ofUser)`delete from digest_items where user_id = ${'userId'}`,
  statement(ofUser)`delete from notices where user_id = ${'userId'}`,
  statement(ofUser)`delete from notices_switched_off where user_id = ${'userId'}`,
] as const;

const sessions = statement({ takes: { userId: uuid, now: timestamp }, gives: {} })`
  update sessions set ended_at = coalesce(ended_at, ${'now'}), end_reason = coalesce(end_reason, 'signed_out'),
         device = '', address_prefix = '', device_mark = ''
   where user_id = ${'userId'}`;

const user = statement({
  takes: { userId: uuid, email: text, passwordHash: text, now: timestamp },
  gives: {},
})`
  update users set email = ${'email'}, email_normalized = ${'email'}, password_hash = ${'passwordHash'},
         confirmed_at = null, deleted_at = ${'now'}
   where id = ${'userId'}`;

const profile = statement({ takes: { userId: uuid, username: text, displayName: text }, gives: {} })`
  update profiles set username = ${'username'}, display_name = ${'displayName'}, bio = null, avatar_key = null,
         user_type = null, genres = '{}', is_private = true
   where user_id = ${'userId'}`;

/** Deletes a user's personal data and writes the given placeholders. */
export async function eraseRows(
  tx: Transaction,
  given: {
    userId: string;
    email: string;
    username: string;
    displayName: string;
    passwordHash: string;
    now: Date;
  },
): Promise<void> {
  for (const rows of personalRows) await rows.run(tx, given);
  await sessions.run(tx, given);
  await profile.run(tx, given);
  // Last, because the database rejects changes of a deleted account.
  await user.run(tx, given);
}
