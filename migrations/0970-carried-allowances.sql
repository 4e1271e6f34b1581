-- What a replaced subscription used counts for the one that follows it. Kept, so that it can be taken back if its money is.
alter table review_allowances
  add column carried_to uuid constraint review_allowances__carried_to references review_allowances (id),
  add column carried_reviews integer not null default 0 constraint review_allowances__carried_reviews check (carried_reviews >= 0),
  add column carried_house integer not null default 0 constraint review_allowances__carried_house check (carried_house >= 0),
  add column carried_uploads integer not null default 0 constraint review_allowances__carried_uploads check (carried_uploads >= 0),
  add constraint review_allowances__carried
    check (carried_to is not null or carried_reviews = 0 and carried_house = 0 and carried_uploads = 0);
create index review_allowances__carried_to on review_allowances (carried_to) where carried_to is not null;

-- Two subscriptions can begin in the same second. Each has an allowance of its own.
alter table review_allowances drop constraint review_allowances__artist_period;
alter table review_allowances add constraint review_allowances__artist_period
  unique nulls not distinct (artist_id, period_start, billing_subscription_id);

-- How a replaced subscription is to be ended. Decided once, because the provider may have to be asked again.
alter table billing_strays
  add column ending text constraint billing_strays__ending check (ending in ('endReplaced', 'endReversed')),
  add constraint billing_strays__ending_reason check (ending is null or reason = 'not_ended');
