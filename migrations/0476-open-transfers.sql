-- What is open is found without what has ended, and what a service has had for long can be ended by hand.

-- A rejected or canceled request never travels. The status stands here too, so that indexes leave it out.
alter table payout_transfers
  add column request_status text not null default 'pending' constraint payout_transfers__request_status
    check (request_status in ('pending', 'completed', 'rejected', 'cancelled', 'returned'));
alter table payout_transfers disable trigger user;
update payout_transfers travel set request_status = request.status
  from payout_requests request where request.id = travel.payout_id and request.status <> 'pending';
alter table payout_transfers enable trigger user;
create function note_request_status() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update public.payout_transfers set request_status = new.status where payout_id = new.id;
  return null;
end $$;
revoke all on function note_request_status() from public;
create trigger payout_requests__status after update of status on payout_requests
  for each row when (new.status <> old.status) execute function note_request_status();

drop index payout_transfers__waiting, payout_transfers__without;
create index payout_transfers__waiting on payout_transfers (promised_from, payout_id)
  where transfer = 'waiting' and request_status = 'completed';
create index payout_transfers__pending on payout_transfers (promised_from, payout_id)
  where transfer = 'waiting' and request_status = 'pending';
create index payout_transfers__open on payout_transfers (payout_id)
  where transfer in ('waiting', 'sending', 'checking') and request_status = 'completed';
create index payout_transfers__without on payout_transfers (listener_id)
  where payee_id is null and transfer = 'waiting' and request_status in ('pending', 'completed');

-- A claim says how far it looked, so that a run looks at each waiting payout once.
create type ledger.claim_outcome as (payout_id uuid, looked_to uuid);
drop function if exists ledger.claim_transfer(text[], timestamptz, timestamptz), ledger.return_payout(uuid, uuid, text),
  ledger.confirm_line(uuid, uuid, timestamptz);
