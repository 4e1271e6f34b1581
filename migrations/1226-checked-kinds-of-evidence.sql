-- Checked apart, so that the table is not locked meanwhile.
alter table evidence validate constraint evidence__kind;
