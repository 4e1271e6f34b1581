-- An email that the mail server refused for good is not tried again, and keeps no text.
alter table outbox add column refused_at timestamptz(3);
alter table outbox add constraint outbox__ended check (sent_at is null or refused_at is null);
drop index outbox__waiting;
create index outbox__waiting on outbox (created_at) where sent_at is null and refused_at is null;
grant update (refused_at) on outbox to earshot_app;
