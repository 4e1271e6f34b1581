-- What somebody who hears a track blind says of a track once more: answered like a first report, it stands in their export like one.
create table repeated_reports (
  id uuid primary key default gen_random_uuid(),
  report_id uuid not null constraint repeated_reports__report_id references reports (id) on delete cascade,
  reason text not null constraint repeated_reports__reason
    check (reason in ('copyright', 'hateful', 'sexual', 'personal', 'spam', 'other')),
  statement text constraint repeated_reports__statement check (char_length(btrim(statement)) between 1 and 2000),
  reported_at timestamptz(3) not null
);
create index repeated_reports__report on repeated_reports (report_id);
grant select, insert, delete on repeated_reports to earshot_app;
