-- The runs of the one audit are in ledger.audit_runs.
drop table ledger_audits;
