-- A second subscription is refunded, not credited. A refund that nobody decided was made by this rule.
alter table billing_strays drop column ending;
alter table billing_strays drop constraint billing_strays__reason, add constraint billing_strays__reason
  check (reason in ('unknown_price', 'unknown_user', 'not_ended', 'not_refunded'));
alter table plan_refunds alter column decided_by drop not null, alter column mailbox_mark drop not null;
