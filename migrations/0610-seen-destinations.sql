-- Where the money of a payout was to go when it was approved: that is what whoever approved it has seen.

alter table payout_approvals
  add column payee_id uuid constraint payout_approvals__payee_id references payees (id);
create index payout_approvals__payee on payout_approvals (payee_id);
update payout_approvals approval set payee_id = travel.payee_id
  from payout_transfers travel join payees payee on payee.id = travel.payee_id
 where travel.payout_id = approval.payout_id and payee.confirmed_at <= approval.approved_at;

alter table payout_requests
  -- Null: there was none yet.
  add column seen_payee_id uuid constraint payout_requests__seen_payee_id references payees (id);
create index payout_requests__seen_payee on payout_requests (seen_payee_id);
alter table payout_requests disable trigger user;
update payout_requests request set seen_payee_id = travel.payee_id
  from payout_transfers travel join payees payee on payee.id = travel.payee_id
 where travel.payout_id = request.id and request.decided_by is not null
   and payee.confirmed_at <= request.processed_at - interval '10 seconds';
alter table payout_requests enable trigger user;
