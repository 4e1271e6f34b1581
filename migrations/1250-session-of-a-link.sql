-- The session in which a destination was saved with the password: there its link needs no password.
alter table one_time_tokens add column session_id uuid;
