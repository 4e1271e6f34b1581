import { bytes, text, timestamp, uuid } from '../adapters/database/columns.ts';
import { statement } from '../adapters/database/statement.ts';

export const findPush = statement({ takes: { sessionId: uuid }, gives: { sessionId: uuid } })`
  select session_id as "sessionId" from push_subscriptions where session_id = ${'sessionId'}`;

/** Sessions that subscribe one browser wait for each other, and the last one has it. */
export const lockDevice = statement({ takes: { endpointHash: bytes }, gives: {} })`
  select from pg_advisory_xact_lock(hashtextextended('push of ' || encode(${'endpointHash'}::bytea, 'hex'), 0))`;

/** Another user may have left the browser without signing out. */
export const forgetDevice = statement({ takes: { sessionId: uuid, endpointHash: bytes }, gives: {} })`
  delete from push_subscriptions where endpoint_hash = ${'endpointHash'} and session_id <> ${'sessionId'}`;

/** Stores the session's subscription, if the session is still open: its lock keeps it from ending meanwhile. */
export const storePush = statement({
  takes: { sessionId: uuid, endpointHash: bytes, deviceEncrypted: bytes, timeZone: text, now: timestamp },
  gives: {},
})`
  insert into push_subscriptions (session_id, user_id, endpoint_hash, device_encrypted, time_zone, created_at)
  select id, user_id, ${'endpointHash'}, ${'deviceEncrypted'}, ${'timeZone'}, ${'now'} from (
    select id, user_id from sessions where id = ${'sessionId'} and ended_at is null for no key update) as open
  on conflict (session_id) do update set endpoint_hash = excluded.endpoint_hash,
    device_encrypted = excluded.device_encrypted, time_zone = excluded.time_zone`;

export const removePush = statement({ takes: { sessionId: uuid }, gives: {} })`
  delete from push_subscriptions where session_id = ${'sessionId'}`;

export const listPushes = statement({ takes: { userId: uuid }, gives: { sessionId: uuid, timeZone: text } })`
  select session_id as "sessionId", time_zone as "timeZone" from push_subscriptions where user_id = ${'userId'}
   order by created_at, session_id`;

export const readPushDevice = statement({
  takes: { sessionId: uuid },
  gives: { deviceEncrypted: bytes, timeZone: text, createdAt: timestamp, lastSeenAt: timestamp },
})`
  select push.device_encrypted as "deviceEncrypted", push.time_zone as "timeZone", session.created_at as "createdAt",
    session.last_seen_at as "lastSeenAt"
    from push_subscriptions push join sessions session on session.id = push.session_id
   where push.session_id = ${'sessionId'}`;
