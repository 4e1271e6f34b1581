-- The second admin is needed for a sum, not for one act: what an admin has done alone in the last 24 hours counts, or many
-- acts just below the amount would pass one by one.

create index corrections__alone on ledger.corrections (proposed_by, decided_at)
  where status = 'booked' and not needs_second;
create index payout_requests__alone on payout_requests (decided_by, processed_at)
  where status in ('completed', 'returned') and first_approved_by is null;
