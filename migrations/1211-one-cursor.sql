-- Test and sample accounts, which need no place, get the first active track without a cursor.
alter table queue_cursors drop column active_at, drop column active_id;
