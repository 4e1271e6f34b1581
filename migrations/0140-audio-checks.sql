-- When a stored file was last compared with the hash of what was uploaded, and since when it is another one.
alter table audio_files
  add column checked_at timestamptz(3) not null default now(),
  add column damaged_at timestamptz(3);
create index audio_files__checked on audio_files (checked_at);
create index audio_files__damaged on audio_files (damaged_at) where damaged_at is not null;
