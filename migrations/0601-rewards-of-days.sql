-- What was paid for reviews on a day, by the clock of the product, which decides what a day's budget has left. Accounts of tests and
-- samples stand in no budget. Kept for the days that a budget may ask about.

create table rewards_of_days (
  review_id uuid not null constraint rewards_of_days__review primary key
    constraint rewards_of_days__review_id references reviews (id),
  day date not null,
  cents bigint not null constraint rewards_of_days__cents check (cents >= 0)
);
create index rewards_of_days__day on rewards_of_days (day) include (cents);
grant select, insert, update, delete on rewards_of_days to earshot_app;

insert into rewards_of_days (review_id, day, cents)
select entry.source_id, (entry.created_at at time zone 'UTC')::date, entry.gross_cents
  from ledger.transactions entry
  join reviews review on review.id = entry.source_id
  join users person on person.id = review.listener_id and has_bounds(person)
 where entry.kind = 'reward'
   and entry.created_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC';
