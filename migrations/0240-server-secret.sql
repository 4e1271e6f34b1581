-- A fingerprint of the server's secret, made with a key that only the secret gives. A server with another secret does not
-- start: it could read neither sessions nor second factors, and its seals of the ledger would not fit.
create table server_secret (
  only_row boolean primary key default true check (only_row),
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  set_at timestamptz not null default now()
);
grant select, insert, update on server_secret to earshot_app;
