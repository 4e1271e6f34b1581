-- The fingerprint of the browser that a session was opened in; empty for clients that keep no mark.
alter table sessions add column device_mark text not null default '';
create index sessions__known_device on sessions (user_id, device_mark, created_at);
