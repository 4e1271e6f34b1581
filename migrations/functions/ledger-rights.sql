-- Execute permissions for the functions of the ledger. Only these functions call the others.

revoke execute on all functions in schema ledger from public;
grant execute on function
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
  ledger.ends_by_hand,
  ledger.export_payouts,
  ledger.freeze_destination,
  ledger.grant_test_funds,
  ledger.halt_payouts,
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
  ledger.reverse_review,
  ledger.set_second_admin,
  ledger.take_approval_back,
  ledger.undo_approval,
  ledger.waits_for_tax_details,
  ledger.yearly_limit
  to earshot_app;
grant execute on function
  ledger.audit
  to earshot_app, earshot_audit;
