-- A rejected review may be appealed once, in the listener's own words. The appeal stays, however it is decided.
alter table reviews
  add column appealed_at timestamptz(3),
  add column appeal text constraint reviews__appeal check (char_length(appeal) between 1 and 1000),
  add constraint reviews__appealed check ((appealed_at is null) = (appeal is null)),
  add constraint reviews__appealed_after_decision check (appealed_at is null or status <> 'pending');
grant update (appealed_at, appeal) on reviews to earshot_app;
