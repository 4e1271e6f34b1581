-- Of the reviews sent in 14 days, but for the last day, how many gave up their place because they waited for a person.
alter table queue_supply
  add column sent integer not null default 0,
  add column waited integer not null default 0;
