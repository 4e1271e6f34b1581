-- Accounts that began in one wide network on one day.
alter table evidence drop constraint evidence__kind;
alter table evidence add constraint evidence__kind
  check (kind in ('network', 'device', 'script', 'mailbox', 'domain', 'started', 'typing', 'copying')) not valid;
