-- What has come of files that are not whole yet, so that a cut upload goes on where it stopped.

create table partial_uploads (
  id uuid primary key,
  upload_id uuid not null constraint partial_uploads__upload_id unique,
  artist_id uuid not null constraint partial_uploads__artist_id references profiles (user_id),
  -- Null when the client did not say how long the file is.
  total_bytes bigint constraint partial_uploads__total_bytes check (total_bytes between 1 and 52428800),
  -- The sum of the parts; a part is added only where the last one ended.
  received_bytes bigint not null constraint partial_uploads__received_bytes
    check (received_bytes between 1 and coalesce(total_bytes, 52428800)),
  touched_at timestamptz(3) not null
);
create index partial_uploads__untouched on partial_uploads (touched_at);
create index partial_uploads__artist on partial_uploads (artist_id);

create table upload_parts (
  partial_upload_id uuid not null
    constraint upload_parts__partial_upload_id references partial_uploads (id) on delete cascade,
  first_byte bigint not null constraint upload_parts__first_byte check (first_byte >= 0),
  byte_length bigint not null constraint upload_parts__byte_length check (byte_length > 0),
  storage_key text not null constraint upload_parts__storage_key unique,
  primary key (partial_upload_id, first_byte)
);

grant select, insert, delete on partial_uploads, upload_parts to earshot_app;
grant update (received_bytes, touched_at) on partial_uploads to earshot_app;
