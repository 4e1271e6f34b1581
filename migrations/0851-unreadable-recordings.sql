-- When a recording that could not be read is tried again: until then it keeps no other from its print.
alter table audio_files add column print_after timestamptz(3);
drop index audio_files__unprinted;
create index audio_files__unprinted on audio_files (print_after nulls first, created_at desc, id)
  where needs_print and analysis = 'done';
