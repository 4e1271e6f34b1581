import { uuid, uuidList } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

/** A suspended user's undecided payouts and reviews; empty for anyone else. */
export const pendingOf = statement({
  takes: { userId: uuid },
  gives: { payouts: uuidList, reviews: uuidList },
})`select array(select id from payout_requests where listener_id = person.id and status = 'pending' limit 20) as payouts,
     array(select id from reviews where listener_id = person.id and status = 'pending'
       order by created_at limit 2000) as reviews
   from (select ${'userId'}::uuid as asked) as given
   left join users person on person.id = given.asked and person.suspended_at is not null`;
