-- What speaks against approving a pending payout by rule, as of the last look. An admin reads it beside the request.
create table payout_rule_findings (
  payout_id uuid primary key constraint payout_rule_findings__payout_id references payout_requests (id),
  looked_at timestamptz(3) not null,
  -- 'taken_back': an admin took an approval back, so from then on people decide.
  doubts text[] not null constraint payout_rule_findings__doubts check (doubts <@ array['taken_back', 'amount', 'standing',
    'related', 'suspended', 'held', 'destination', 'artists', 'refused_before', 'owed'])
);
create trigger payout_rule_findings__news after insert on payout_rule_findings
  for each row when (new.doubts <> '{}') execute function tell_news('admin');
create trigger payout_rule_findings__changed after update on payout_rule_findings
  for each row when (new.doubts <> old.doubts) execute function tell_news('admin');
grant select, insert on payout_rule_findings to earshot_app;
grant update (looked_at, doubts) on payout_rule_findings to earshot_app;

-- Nobody decides what the rule approved, so nobody is their own second.
alter table payout_requests
  drop constraint payout_requests__second_admin,
  add constraint payout_requests__second_admin check (status not in ('completed', 'returned')
    or case when by_rule then first_approved_by is null else first_approved_by is distinct from decided_by end);
