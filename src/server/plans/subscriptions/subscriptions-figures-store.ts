import { double, integer } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

export const countTroubled = statement({
  takes: {},
  gives: {
    past_due: integer,
    paused: integer,
    unknown_price: integer,
    unknown_user: integer,
    not_ended: integer,
    not_refunded: integer,
    unread: integer,
  },
})`
    select (count(*) filter (where active and past_due_since is not null))::integer as past_due,
           (count(*) filter (where active and paused_for is not null))::integer as paused,
           (select count(*)::integer from billing_strays where reason = 'unknown_price') as unknown_price,
           (select count(*)::integer from billing_strays where reason = 'unknown_user') as unknown_user,
           (select count(*)::integer from billing_strays where reason = 'not_ended') as not_ended,
           (select count(*)::integer from billing_strays where reason = 'not_refunded') as not_refunded,
           (count(*) filter (where problem in ('not_at_provider', 'unreadable')))::integer as unread
      from artist_subscriptions
     where billing_subscription_id is not null
       and (problem is not null or active and (past_due_since is not null or paused_for is not null))`;

/** The age of the provider's latest notice; no row before the first. */
export const readNoticeAge = statement({ takes: {}, gives: { ageSeconds: double } })`
    select greatest(0, extract(epoch from now() - received_at))::double precision as "ageSeconds"
      from billing_notices order by received_at desc limit 1`;
