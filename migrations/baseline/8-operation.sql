-- Operation: the server’s secret and its backups.

-- A fingerprint of the server's secret, made with a key that only the secret gives. A server with another secret does not
-- start: it could read neither sessions nor second factors, and its seals of the ledger would not fit.
create table server_secret (
  only_row boolean primary key default true check (only_row),
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  set_at timestamptz not null default now()
);
grant insert, select, update on server_secret to earshot_app;

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
