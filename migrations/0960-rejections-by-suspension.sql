-- A payout that no admin decided may also be rejected, because its listener was suspended.
alter table payout_requests
  drop constraint payout_requests__rule,
  add constraint payout_requests__rule check (not by_rule or (decided_by is null and status in ('completed', 'returned', 'rejected')));
