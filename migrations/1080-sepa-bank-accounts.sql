-- Bank accounts are paid by SEPA files only, so nothing is sent to US accounts and IBANs of other countries any more. A current one
-- stays the current one, so that its owner sees why payouts wait. Open requests go to the next destination that is confirmed.
alter table payees drop constraint payees__withdrawn;
update payees
   set withdrawn_at = now(), replaced_at = coalesce(replaced_at, case when confirmed_at is null then now() end)
 where method = 'bank' and withdrawn_at is null and details_encrypted is not null
   and left(masked, 2) <> all (string_to_array('AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME '
     'MK MT NL NO PL PT RO RS SE SI SK SM VA', ' '));
-- The tables of the jobs are made after the first migrations, when nobody waits yet.
do $$
declare
  listener uuid;
begin
  for listener in select distinct travel.listener_id from payout_transfers travel join payees payee on payee.id = travel.payee_id
                   where payee.withdrawn_at = now()::timestamptz(3) and travel.transfer = 'waiting'
                     and travel.request_status in ('pending', 'completed') loop
    perform graphile_worker.add_job('ask-for-destination', json_build_object('userId', listener));
  end loop;
end $$;
