-- What is said before a payment. Null for checkouts from before, changes of a plan and the portal.
alter table test_checkouts add column terms text;
