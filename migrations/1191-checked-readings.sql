-- Checked apart, so that the tables are not locked meanwhile.
alter table ledger.accounts validate constraint accounts__kind;
alter table ledger.transactions validate constraint transactions__kind;
