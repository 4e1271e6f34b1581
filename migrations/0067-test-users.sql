-- The Test Kit shows the newest test listener.
create index users__test on users (created_at desc, id) where is_test;
