import { noticeKinds } from '#contract/identity/notice-kinds.ts';
import { integer, nullable, oneOf, timestamp, uuid, uuidList } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

const noticeKind = oneOf(...noticeKinds);
const ofDigest = { userId: uuid, kind: noticeKind };

/** Adds a thing to the next digest of several users; each thing once. Skips deleted accounts. */
export const insertItems = statement({
  takes: { userIds: uuidList, kind: noticeKind, thingId: uuid, now: timestamp, due: timestamp },
  gives: {},
})`
  insert into digest_items (user_id, kind, thing_id, created_at, due_at)
  select id, ${'kind'}, ${'thingId'}, ${'now'}, ${'due'}
    from users where id = any (${'userIds'}::uuid[]) and deleted_at is null for key share
  on conflict do nothing`;

/** The digests of at most so many due items, the longest due first. */
export const dueDigests = statement({ takes: { now: timestamp, most: integer }, gives: ofDigest })`
  select user_id as "userId", kind
    from (select user_id, kind, due_at from digest_items where sent_at is null and due_at <= ${'now'}
           order by due_at limit ${'most'}::integer) as due
   group by user_id, kind order by min(due_at)`;

/** Locks what waits, the oldest first, so that it is sent once and its news cannot change meanwhile. */
export const lockItems = statement({
  takes: { ...ofDigest, most: integer },
  gives: { thingId: uuid, createdAt: timestamp },
})`
  select thing_id as "thingId", created_at as "createdAt" from digest_items
   where user_id = ${'userId'} and kind = ${'kind'} and sent_at is null
   order by created_at, thing_id limit ${'most'}::integer for update`;

export const lastSent = statement({ takes: ofDigest, gives: { at: nullable(timestamp) } })`
  select max(sent_at) as at from digest_items
   where user_id = ${'userId'} and kind = ${'kind'} and sent_at is not null`;

export const dropItems = statement({ takes: { ...ofDigest, thingIds: uuidList }, gives: {} })`
  delete from digest_items
   where user_id = ${'userId'} and kind = ${'kind'} and thing_id = any (${'thingIds'}::uuid[])`;

/** Items that already wait that long stay untouched: a popular artist's would all be written anew each minute. */
export const moveItems = statement({ takes: { ...ofDigest, due: timestamp }, gives: {} })`
  update digest_items set due_at = ${'due'}
   where user_id = ${'userId'} and kind = ${'kind'} and sent_at is null and due_at < ${'due'}`;

export const markItems = statement({
  takes: { ...ofDigest, thingIds: uuidList, now: timestamp },
  gives: {},
})`
  update digest_items set sent_at = ${'now'}
   where user_id = ${'userId'} and kind = ${'kind'} and thing_id = any (${'thingIds'}::uuid[])`;

export const removeOldItems = statement({ takes: { before: timestamp }, gives: {} })`
  delete from digest_items where created_at < ${'before'}`;
