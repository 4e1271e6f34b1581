-- The second factor of a sign-in: codes that change every 30 seconds, and codes on paper for when the device is gone.

create table factors (
  user_id uuid primary key constraint factors__user_id references users (id),
  -- Encrypted with a key the database never sees.
  secret_encrypted bytea not null,
  created_at timestamptz(3) not null default now(),
  -- Until a code has proved that the device has the secret, the factor does not count.
  verified_at timestamptz(3),
  -- The 30-second step of the last code that was used: no code works twice.
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id uuid not null constraint recovery_codes__user_id references users (id),
  code_hash bytea not null,
  used_at timestamptz(3),
  constraint recovery_codes__user_code primary key (user_id, code_hash)
);

grant select, insert, update, delete on factors, recovery_codes to earshot_app;
