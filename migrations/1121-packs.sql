-- Packs of reviews, paid once. A pack has no period: it starts and ends when it is paid.
alter table billing_payments alter column subscription_id drop not null,
  add column pack text constraint billing_payments__pack check (pack in ('ten', 'twenty')),
  add constraint billing_payments__bought check ((subscription_id is null) = (pack is not null));
create index billing_payments__packs on billing_payments (paid_at desc, place desc) where pack is not null;
alter table test_payments alter column subscription_id drop not null,
  add column user_id uuid constraint test_payments__user_id references users (id),
  add column pack text constraint test_payments__pack check (pack in ('ten', 'twenty')),
  add constraint test_payments__bought
    check ((subscription_id is null) = (pack is not null) and (pack is null) = (user_id is null));
