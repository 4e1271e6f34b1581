-- Checked apart, so that the tables are not locked meanwhile.
alter table digest_items validate constraint digest_items__kind;
alter table notices_switched_off validate constraint notices_switched_off__kind;
