-- Whose money pays for a period's included reviews: null for a trial. If that money goes back, these places close.
alter table review_allowances add column billing_subscription_id text;
update review_allowances allowance set billing_subscription_id = plan.billing_subscription_id
  from artist_subscriptions plan
 where plan.user_id = allowance.artist_id and plan.billing_subscription_id is not null
   and allowance.period_start >= plan.started_at;
