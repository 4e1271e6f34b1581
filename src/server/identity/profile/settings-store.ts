import { noticeKinds } from '#contract/identity/notice-kinds.ts';
import { boolean, oneOf, text, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';
import { isRefusedAddress } from '../emails/outbox-store.ts';

const noticeKind = oneOf(...noticeKinds);

export const readSwitchedOff = statement({ takes: { userId: uuid }, gives: { kind: noticeKind } })`
  select kind from notices_switched_off where user_id = ${'userId'}`;

export const switchOff = statement({ takes: { userId: uuid, kind: noticeKind }, gives: {} })`
  insert into notices_switched_off (user_id, kind)
  select id, ${'kind'} from users where id = ${'userId'} on conflict do nothing`;

export const switchOn = statement({ takes: { userId: uuid, kind: noticeKind }, gives: {} })`
  delete from notices_switched_off where user_id = ${'userId'} and kind = ${'kind'}`;

export const readIsPrivate = statement({ takes: { userId: uuid }, gives: { isPrivate: boolean } })`
  select is_private as "isPrivate" from profiles where user_id = ${'userId'}`;

export const writeIsPrivate = statement({ takes: { userId: uuid, isPrivate: boolean }, gives: {} })`
  update profiles set is_private = ${'isPrivate'} where user_id = ${'userId'}`;

/**
 * The address for a notice. No row if the user is suspended, unconfirmed or has switched this kind off, or if the last
 * email to the address was permanently rejected: more would harm the sender's reputation. A delivered account email or
 * an admin ends that.
 */
export const readNoticeRecipient = statement({
  takes: { userId: uuid, kind: noticeKind },
  gives: { email: text, displayName: text },
})`
  select users.email, profile.display_name as "displayName"
    from users join profiles profile on profile.user_id = users.id
   where users.id = ${'userId'} and users.confirmed_at is not null and users.suspended_at is null
     and not exists (select from notices_switched_off
                      where user_id = ${'userId'} and kind = ${'kind'})
     and ${isRefusedAddress} is not true`;
