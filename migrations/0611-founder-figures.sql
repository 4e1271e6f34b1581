-- The figures of the founder's page are sums that are found by index.

drop index ledger.postings__account;
create index postings__account on ledger.postings (account_id, transaction_id) include (amount_cents);
create index review_allowances__running on review_allowances (period_end);
create index review_findings__doubtful on review_findings (created_at) where not passed;
