-- Which functions the server may call. The others are called by triggers and by these functions.

do $$
declare
  own record;
begin
  for own in
    select p.oid::regprocedure as signature from pg_proc p
     where p.pronamespace in ('public'::regnamespace, 'ledger'::regnamespace) and p.proowner = 'earshot_owner'::regrole
       and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  loop
    execute format('revoke execute on function %s from public, earshot_app, earshot_audit', own.signature);
  end loop;
end $$;
grant execute on function
  -- With the caller's own rights, so it fails for all but the operator's commands.
  assign_role,
  folded,
  forget_old_auth_audit,
  has_bounds,
  kept_reviews,
  left_in,
  linked_with,
  lock_refunds,
  lock_shared_credits,
  marks_count,
  next_place,
  open_assignments,
  open_held_places,
  open_places,
  people_named,
  prepare_play_event_partitions,
  related_accounts,
  review_words,
  standing_takedown,
  taken_places,
  versions_of
  to earshot_app;
grant execute on function
  ledger.appeal_withheld,
  ledger.approve_payout,
  ledger.approve_review,
  ledger.book_payout_cost,
  ledger.cancel_payout,
  ledger.claim_again,
  ledger.claim_transfer,
  ledger.close_wallet,
  ledger.complete_payout,
  ledger.complete_together,
  ledger.confirm_arrival,
  ledger.correct_balance,
  ledger.decide_appeal,
  ledger.decide_correction,
  ledger.decide_payout,
  ledger.decide_withheld,
  ledger.ends_by_hand,
  ledger.export_payouts,
  ledger.freeze_destination,
  ledger.gathered_cents,
  ledger.grant_test_funds,
  ledger.halt_payouts,
  ledger.has_found_nothing,
  ledger.is_read,
  ledger.is_under_review,
  ledger.is_unread,
  ledger.last_settled_entry,
  ledger.left_in_year,
  ledger.lift_halt,
  ledger.may_leave,
  ledger.note_transfer,
  ledger.ready_transfers,
  ledger.record_audit,
  ledger.reject_review,
  ledger.reopen_review,
  ledger.request_payout,
  ledger.return_payout,
  ledger.rewarded_in,
  ledger.reverse_review,
  ledger.set_second_admin,
  ledger.take_approval_back,
  ledger.undo_approval,
  ledger.waits_for_tax_details,
  ledger.withhold_payout,
  ledger.yearly_limit
  to earshot_app;
grant execute on function
  audit_reviews,
  ledger.audit
  to earshot_app, earshot_audit;
