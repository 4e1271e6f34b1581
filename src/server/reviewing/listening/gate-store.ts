import { boolean, integer, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

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
