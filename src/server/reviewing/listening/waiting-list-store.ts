import { boolean, integer, nullable, timestamp, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

export const joinLine = statement({ takes: { listenerId: uuid, now: timestamp }, gives: {} })`
   insert into waiting_listeners (listener_id, since) values (${'listenerId'}, ${'now'})
   on conflict (listener_id) do nothing`;

export const placeInLine = statement({
  takes: { listenerId: uuid, since: timestamp },
  gives: { place: integer, letInLately: integer },
})`select (select count(*)::integer from waiting_listeners before
      where before.let_in_at is null and before.number <= mine.number) as place,
     (select count(*)::integer from waiting_listeners where let_in_at > ${'since'}) as "letInLately"
   from waiting_listeners mine where mine.listener_id = ${'listenerId'}`;

export const lockAdmission = statement({ takes: {}, gives: { listenersWait: boolean } })`
   select listeners_wait as "listenersWait" from admission for update`;

export const setAdmission = statement({ takes: { listenersWait: boolean }, gives: {} })`
   update admission set listeners_wait = ${'listenersWait'}`;

export const readLine = statement({
  takes: {},
  gives: { listenersWait: boolean, waiting: integer, longestSince: nullable(timestamp) },
})`select admission.listeners_wait as "listenersWait", line.waiting, line."longestSince" from admission cross join (
     select count(*)::integer as waiting, min(since) as "longestSince" from waiting_listeners where let_in_at is null) as line`;

/** The first on the list. Call it with the admission locked. */
export const letIn = statement({
  takes: { count: nullable(integer), now: timestamp },
  gives: { listenerId: uuid, isThere: boolean },
})`update waiting_listeners line set let_in_at = ${'now'}
     from users u where u.id = line.listener_id and line.listener_id in (
       select listener_id from waiting_listeners where let_in_at is null order by number limit ${'count'}::integer)
   returning line.listener_id as "listenerId", u.deleted_at is null and u.suspended_at is null as "isThere"`;

/** After this many expired leases in a row, the next tracks hold no place until a review is sent. */
export const mostLapsed = 3;

/** Whether this listener is on the waiting list, and how many leases in a row have expired. */
export const readGate = statement({
  takes: { listenerId: uuid },
  gives: { mustWait: boolean, lapsedInRow: integer },
})`select case when admission.listeners_wait then not exists (select from leases where listener_id = ${'listenerId'})
       and not exists (select from waiting_listeners where listener_id = ${'listenerId'} and let_in_at is not null)
     else false end as "mustWait",
     coalesce((select in_row from lapsed_leases where listener_id = ${'listenerId'}), 0) as "lapsedInRow"
   from admission`;
