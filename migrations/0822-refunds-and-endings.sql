-- A refund that the provider refused because of a dispute is asked for again, once for each dispute that is won.
alter table plan_refunds add column refused_in_dispute boolean not null default false,
  add column asked_again integer not null default 0,
  add constraint plan_refunds__refused_in_dispute check (not refused_in_dispute or outcome = 'refused');
grant update (refused_in_dispute, asked_again) on plan_refunds to earshot_app;

-- A subscription that has ended here and is still to be canceled at the provider.
alter table billing_strays drop constraint billing_strays__reason;
alter table billing_strays add constraint billing_strays__reason
  check (reason in ('unknown_price', 'unknown_user', 'not_ended'));
