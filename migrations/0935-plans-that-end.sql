-- A plan that is past due has an expiry in any case. This tells whether the provider would bill a further period. Plans that are past
-- due are read again within the hour.
alter table artist_subscriptions add column cancels_at_period_end boolean not null default false;
update artist_subscriptions set cancels_at_period_end = true
 where active and billing_subscription_id is not null and expires_at is not null and past_due_since is null;
