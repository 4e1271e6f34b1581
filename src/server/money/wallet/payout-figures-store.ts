import { double, integer, text } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

/** Waiting payouts: `pending` for an admin; `waiting`, `sending` and `checking` in transit after the approval. */
export const readWaitingPayouts = statement({
  takes: {},
  gives: { state: text, payouts: integer, oldestSeconds: double },
})`
  with states (state) as (values ('pending'), ('waiting'), ('sending'), ('checking')),
    waiting as (
      select 'pending' as state, created_at as since from payout_requests where status = 'pending'
      union all
      select transfer, request.processed_at from payout_transfers
        join payout_requests request on request.id = payout_id
       where transfer = 'waiting' and request_status = 'completed'
      union all
      select transfer, request.processed_at from payout_transfers
        join payout_requests request on request.id = payout_id
       where transfer in ('sending', 'checking')
    )
  select states.state, count(waiting.state)::integer as payouts,
    coalesce(greatest(0, extract(epoch from now() - min(since))), 0)::double precision as "oldestSeconds"
  from states left join waiting on waiting.state = states.state group by 1`;
