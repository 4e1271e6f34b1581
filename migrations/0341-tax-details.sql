-- Above a yearly amount payouts to a country wait for the listener's tax details. The amounts come from the settings.
create table tax_limits (
  country text primary key constraint tax_limits__country check (country ~ '^[A-Z]{2}$'),
  yearly_cents bigint not null constraint tax_limits__yearly_cents check (yearly_cents > 0)
);
grant select, insert, update, delete on tax_limits to earshot_app;

-- The operator has a listener's details for a year. The details themselves are kept outside Earshot.
create table tax_details (
  user_id uuid constraint tax_details__user_id references users (id),
  year integer constraint tax_details__year check (year between 2020 and 2100),
  received_at timestamptz(3) not null,
  primary key (user_id, year)
);
grant select, insert, update (received_at) on tax_details to earshot_app;
