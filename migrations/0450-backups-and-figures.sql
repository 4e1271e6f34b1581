-- Backups that were finished, so that their age can be told; and indexes for figures that are read again and again.

create table backups (
  id uuid constraint backups__id primary key default gen_random_uuid(),
  -- The moment of the database that it holds.
  made_at timestamptz(3) not null,
  finished_at timestamptz(3) not null,
  folder text not null constraint backups__folder check (char_length(folder) between 1 and 4096),
  bytes bigint not null constraint backups__bytes check (bytes >= 0),
  -- What of it had to be copied: the rest is shared with an earlier backup.
  copied_bytes bigint not null constraint backups__copied_bytes check (copied_bytes between 0 and bytes),
  constraint backups__order check (finished_at >= made_at)
);
create index backups__made on backups (made_at desc);
grant insert, select on backups to earshot_app;

create index billing_notices__received on billing_notices (received_at);
create index audio_files__byte_length on audio_files (byte_length);
