import { uuid, uuidList } from '../adapters/database/columns.ts';
import { statement } from '../adapters/database/statement.ts';

/** What of a person waits for a decision. */
export const pendingOf = statement({
  takes: { userId: uuid },
  gives: { payouts: uuidList, reviews: uuidList },
})`select array(select id from payout_requests where listener_id = ${'userId'} and status = 'pending' limit 20) as payouts,
     array(select id from reviews where listener_id = ${'userId'} and status = 'pending'
       order by created_at limit 500) as reviews`;
