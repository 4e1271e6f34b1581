-- Checked apart, so that the tables are not locked meanwhile.
alter table leases validate constraint leases__place;
alter table leases validate constraint leases__assignment_id;
alter table reviews validate constraint reviews__assignment_id;
