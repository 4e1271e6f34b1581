-- What each run of the ledger's audit found: none is as it must be.
create table ledger_audits (
  id bigint generated always as identity primary key,
  checked_at timestamptz not null,
  findings integer not null check (findings >= 0),
  -- The first hundred findings: rule, subject, detail.
  details jsonb not null check (jsonb_typeof(details) = 'array')
);

grant select, insert, delete on ledger_audits to earshot_app;
grant select on ledger_audits to earshot_audit;
