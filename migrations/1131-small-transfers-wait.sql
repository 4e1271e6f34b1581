-- A claim takes all that waits for one destination, from the amount that is worth sending.
drop function if exists ledger.claim_transfer(text[], uuid, timestamptz, timestamptz);
drop type ledger.claim_outcome;
create type ledger.claim_outcome as (payout_ids uuid[], looked_to uuid);
