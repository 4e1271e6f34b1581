-- An admin may let emails go again to an address whose last one was refused for good.
alter table outbox add column lifted_at timestamptz(3);
alter table outbox add constraint outbox__lifted check (lifted_at is null or refused_at is not null);
grant update (lifted_at) on outbox to earshot_app;

-- What was sent in a day, and the newest refused emails.
create index outbox__sent on outbox (sent_at) where sent_at is not null;
create index outbox__refused on outbox (refused_at desc, id desc) where refused_at is not null;
