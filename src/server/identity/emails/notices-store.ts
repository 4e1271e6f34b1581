import { integer, nullable, text, timestamp, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

const content = {
  title: text,
  body: text,
  path: nullable(text),
  eventKey: nullable(text),
  now: timestamp,
};

/** Notifies a user; each event once. Waits for a deletion under way, and then writes nothing. */
export const insertNotice = statement({ takes: { userId: uuid, ...content }, gives: {} })`
  insert into notices (user_id, title, body, path, event_key, created_at)
  select id, ${'title'}, ${'body'}, ${'path'}, ${'eventKey'}, ${'now'}
    from users where id = ${'userId'} and deleted_at is null for key share
  on conflict (event_key) do nothing`;

/** Notifies the user who has this address now, if any. */
export const insertNoticeAt = statement({
  takes: { address: text, addressNormalized: text, ...content },
  gives: {},
})`
  insert into notices (user_id, title, body, path, event_key, created_at)
  select id, ${'title'}, ${'body'}, ${'path'}, ${'eventKey'}, ${'now'}
    from users where email_normalized = ${'addressNormalized'} and email = ${'address'} and confirmed_at is not null and deleted_at is null
     for key share
  on conflict (event_key) do nothing`;

/** Newest first, after the given position. */
export const noticesOf = statement({
  takes: { userId: uuid, createdAt: timestamp, id: uuid, most: integer },
  gives: {
    id: uuid,
    title: text,
    body: text,
    path: nullable(text),
    createdAt: timestamp,
    readAt: nullable(timestamp),
  },
})`
  select id, title, body, path, created_at as "createdAt", read_at as "readAt"
    from notices
   where user_id = ${'userId'} and (created_at, id) < (${'createdAt'}, ${'id'})
   order by created_at desc, id desc limit ${'most'}::integer`;

export const countUnread = statement({ takes: { userId: uuid, most: integer }, gives: { unread: integer } })`
  select count(*)::integer as unread
    from (select from notices where user_id = ${'userId'} and read_at is null
          limit ${'most'}::integer) as counted`;

export const markRead = statement({ takes: { userId: uuid, upTo: uuid, now: timestamp }, gives: {} })`
  update notices set read_at = ${'now'} where user_id = ${'userId'} and read_at is null
     and (created_at, id) <= (select last.created_at, last.id from notices last
       where last.id = ${'upTo'} and last.user_id = ${'userId'})`;

export const removeOldNotices = statement({ takes: { before: timestamp }, gives: {} })`
  delete from notices where created_at < ${'before'}`;
